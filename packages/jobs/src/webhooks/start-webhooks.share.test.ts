import { expect, test } from 'vitest'
import { ReceivingShare } from './start-webhooks.ts'

test('while mails wait, a step begins an event for ten mails since the last step, at least one; else any number', () => {
  let state = { isBusy: false, mails: 5_000 }
  const share = new ReceivingShare(() => state)
  const next = (isBusy: boolean, mails: number) => {
    state = { isBusy, mails }
    return share.next()
  }

  expect(next(false, 5_000)).toBe(null)
  expect(next(true, 5_300)).toBe(30)
  expect(next(true, 5_309)).toBe(1)
  expect(next(true, 5_309)).toBe(1)
  expect(next(false, 9_000)).toBe(null)
  expect(next(true, 9_020)).toBe(2)
})
