import { ipList } from '@inlet/runtime'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMemoryBudget } from './memory-budget.ts'

const mebibyte = 1024 * 1024

/** A budget of 16 MiB; its clock moves by `advance` alone. */
function budget({ clientShare = 1, smallMailShare = 0, largestBytes = 0 } = {}) {
  let now = 0
  const made = createMemoryBudget({
    ...{ totalBytes: 16 * mebibyte, clientShare, smallMailShare, largestBytes },
    isExempt: ipList(['127.0.0.0/8']),
    now: () => now,
  })
  const ended: string[] = []
  /** A mail that has so much; what must make way is released, as a connection does. */
  function mail(name: string, bytes: number, clientIp = name) {
    const memory = made.open(clientIp, () => {
      ended.push(name)
      memory.release()
    })
    return { ...memory, isTaken: memory.take(bytes) }
  }
  return {
    ...made,
    ended,
    mail,
    advance(ms: number) {
      now += ms
    },
  }
}

test('all clients together hold no more than the total', () => {
  const { mail, heldBytes } = budget()
  const first = mail('192.0.2.1', 10 * mebibyte)

  expect(first.isTaken).toBe(true)
  expect(mail('192.0.2.2', 7 * mebibyte).isTaken).toBe(false)
  expect(mail('192.0.2.2', 6 * mebibyte).isTaken).toBe(true)
  first.release()

  expect(mail('192.0.2.3', 10 * mebibyte).isTaken).toBe(true)
  expect(heldBytes()).toBe(16 * mebibyte)
})

test('one client, in any spelling, holds no more large mail than its share, and leaves room for others', () => {
  const { mail } = budget({ clientShare: 0.25 })

  expect(mail('192.0.2.1', 4 * mebibyte).isTaken).toBe(true)
  expect(mail('::ffff:192.0.2.1', mebibyte).isTaken).toBe(false)
  expect(mail('2001:db8::1', 3 * mebibyte).isTaken).toBe(true)
  expect(mail('2001:db8::2', 2 * mebibyte).isTaken).toBe(false)
  expect(mail('2001:db8:0:1::', 4 * mebibyte).isTaken).toBe(true)
})

test('a client that holds its share of large mail can still send small ones, up to a limit', () => {
  const { mail } = budget({ clientShare: 0.25 })
  mail('192.0.2.1', 4 * mebibyte)

  const taken = Array.from({ length: 6 }, () => mail('192.0.2.1', mebibyte / 4).isTaken)

  expect(taken).toEqual([true, true, true, true, false, false])
})

test('a mail of the largest size fits where the share of one client is smaller', () => {
  const { mail, hasRoomFor } = budget({ clientShare: 0.25, largestBytes: 10 * mebibyte })

  expect(hasRoomFor('192.0.2.1', 10 * mebibyte)).toBe(true)
  expect(mail('192.0.2.1', 10 * mebibyte).isTaken).toBe(true)
  expect(hasRoomFor('192.0.2.1', mebibyte)).toBe(false)
})

test('a part is reserved for small mails; a mail that becomes large counts with all its bytes', () => {
  const { mail, hasRoomFor } = budget({ smallMailShare: 0.25 })
  const growing = mail('192.0.2.9', mebibyte / 4)
  mail('192.0.2.1', 12 * mebibyte).keep()

  expect(mail('192.0.2.2', mebibyte).isTaken).toBe(false)
  expect(hasRoomFor('192.0.2.2', mebibyte)).toBe(false)
  expect(growing.take(1)).toBe(false)

  expect(hasRoomFor('192.0.2.2', mebibyte / 4)).toBe(true)
  expect(mail('192.0.2.2', mebibyte / 4).isTaken).toBe(true)
})

test('an exempt client may take all that is free, but no more', () => {
  const { mail } = budget({ clientShare: 0.1 })

  expect(mail('127.0.0.1', 15 * mebibyte).isTaken).toBe(true)
  expect(mail('127.0.0.1', 2 * mebibyte).isTaken).toBe(false)
  expect(mail('127.0.0.1', mebibyte).isTaken).toBe(true)
})

test('when the budget is used up, the slowest large mail is evicted for a faster one', () => {
  const { mail, advance, ended } = budget()
  const steady = mail('steady', 4 * mebibyte)
  mail('still', 6 * mebibyte)
  mail('still too, and smaller', 5 * mebibyte)
  advance(10_000)
  steady.take(mebibyte)

  expect(mail('newcomer', 2 * mebibyte).isTaken).toBe(true)
  expect(ended).toEqual(['still'])
})

test('no mail is evicted for one that is no faster or over its share, and no whole mail is evicted', () => {
  const { mail, advance, ended } = budget({ clientShare: 0.5 })
  const whole = mail('whole', 8 * mebibyte)
  mail('fast', 4 * mebibyte)
  mail('fast too', 4 * mebibyte)
  whole.keep()

  expect(mail('newcomer', mebibyte).isTaken).toBe(false)
  advance(10_000)
  expect(mail('whole', mebibyte).isTaken).toBe(false)
  expect(ended).toEqual([])
})

test('a small mail evicts large ones that come slower than 256 KiB in five seconds', () => {
  const { mail, advance, ended } = budget()
  mail('slow', 8 * mebibyte)
  const fast = mail('fast', 7 * mebibyte)
  advance(10_000)
  fast.take(mebibyte)

  expect(mail('small', 1_000).isTaken).toBe(true)
  expect(ended).toEqual(['slow'])
})

test('the memory of slow mails counts as available for SIZE=, and none of them is evicted yet', () => {
  const { mail, hasRoomFor, advance, ended } = budget()
  mail('slow', 16 * mebibyte)

  expect(hasRoomFor('192.0.2.1', mebibyte)).toBe(false)
  advance(10_000)

  expect(hasRoomFor('192.0.2.1', mebibyte)).toBe(true)
  expect(ended).toEqual([])
})

test('after any sequence the held bytes are the sum over all mails and never above the total', () => {
  const act = fc.record({
    mail: fc.nat(4),
    bytes: fc.integer({ min: 1, max: 3 * mebibyte }),
    action: fc.constantFrom('take', 'take', 'take', 'keep', 'release', 'wait'),
  })
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (actions) => {
      const { open, heldBytes, advance } = budget({ clientShare: 0.5, smallMailShare: 0.125 })
      const held = [0, 0, 0, 0, 0]
      const mails = held.map((_, index) => {
        const memory = open(`192.0.2.${index % 3}`, () => {
          held[index] = 0
          memory.release()
        })
        return memory
      })

      for (const { mail: index, bytes, action } of actions) {
        const mail = mails[index]
        if (action === 'take' && mail?.take(bytes)) held[index] = (held[index] ?? 0) + bytes
        if (action === 'keep') mail?.keep()
        if (action === 'wait') advance(1_000)
        if (action === 'release') {
          mail?.release()
          mail?.release()
          held[index] = 0
        }
        expect(heldBytes()).toBe(held.reduce((sum, each) => sum + each, 0))
        expect(heldBytes()).toBeLessThanOrEqual(16 * mebibyte)
      }
    }),
  )
})

test('memory is scarce exactly while more than four fifths are held', () => {
  const { mail, isScarce } = budget()

  mail('192.0.2.1', 12 * mebibyte)
  expect(isScarce()).toBe(false)
  const last = mail('192.0.2.2', mebibyte)
  expect(isScarce()).toBe(true)
  last.release()
  expect(isScarce()).toBe(false)
})
