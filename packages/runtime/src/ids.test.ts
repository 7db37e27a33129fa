import { expect, test } from 'vitest'
import { idSource } from './ids.ts'

const clock = { now: () => new Date('2026-11-21T12:00:00.000Z') }
const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

test('ids are ULIDs, begin with their time, and differ', () => {
  const { newId } = idSource(clock)
  const ids = Array.from({ length: 20_000 }, newId)

  expect(ids.every((id) => ulid.test(id) && id.startsWith(ids[0]?.slice(0, 10) ?? '?'))).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
})

test('message ids grow with every call, within one millisecond and when the clock goes back', () => {
  let at = Date.parse('2026-11-21T12:00:00.000Z')
  const { newMessageId } = idSource({ now: () => new Date(at) })

  const ids = Array.from({ length: 2_000 }, (_, index) => {
    if (index === 1_000) at -= 60_000
    return newMessageId()
  })

  expect(ids).toEqual([...ids].sort())
  expect(new Set(ids).size).toBe(ids.length)
})
