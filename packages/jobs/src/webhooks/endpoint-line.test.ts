import { expect, test } from 'vitest'
import { sampleDelivery, sampleWebhook } from '../../test/sample-delivery.ts'
import { EndpointLine } from './endpoint-line.ts'

const now = new Date(1_000_000)
const much = { slots: 1_000, held: 1_000 }

/** A line with calls on their way, of which one has succeeded in this time. */
function answering(durationMs: number, inFlight = 8): EndpointLine {
  const line = new EndpointLine()
  for (let count = 0; count < inFlight; count += 1) line.pace.begin()
  line.noteSuccess(durationMs)
  return line
}

test('an endpoint has room for its slots, and for what it answers within two seconds, at most 500', () => {
  expect(answering(40).room(now, much)).toBe(400)
  expect(answering(40, 0).room(now, much)).toBe(408)
  expect(answering(1).room(now, much)).toBe(500)
  expect(answering(5_000).room(now, much)).toBe(3)
  expect(answering(16_001).room(now, much)).toBe(0)
})

test('where the process can hold no more, an endpoint still has its slots; without slots and calls it has no room', () => {
  expect(answering(40, 0).room(now, { slots: 1_000, held: 0 })).toBe(8)
  expect(answering(40, 3).room(now, { slots: 2, held: 0 })).toBe(2)
  expect(answering(40, 0).room(now, { slots: 0, held: 1_000 })).toBe(0)
})

test('what is reserved takes room, until it is cancelled', () => {
  const line = answering(40)

  line.reserve(300)
  expect([line.room(now, much), line.length, line.isShort]).toEqual([100, 300, false])
  line.release(300)
  expect([line.room(now, much), line.length, line.isShort]).toEqual([400, 0, true])
})

/** A line with one delivery whose lease ends at this time. */
function waitingUntil(dueAt: Date): EndpointLine {
  const line = answering(40)
  line.push({ delivery: sampleDelivery({ dueAt }), webhook: sampleWebhook({ url: 'https://old.example/' }) })
  return line
}

test('what waits is sent to the webhook as it is now', () => {
  const line = waitingUntil(new Date(now.getTime() + 30_000))

  line.renew(sampleWebhook({ url: 'https://new.example/' }))

  expect(line.next()?.webhook.url).toBe('https://new.example/')
  expect(line.next()).toBeNull()
})

test('a delivery is stale when its lease might end before a call of 17 s does', () => {
  expect(waitingUntil(new Date(now.getTime() + 22_000)).isStale(now)).toBe(false)
  expect(waitingUntil(new Date(now.getTime() + 21_999)).isStale(now)).toBe(true)
})

test('after the line was given back nothing is claimed ahead, until the endpoint answers again', () => {
  const line = waitingUntil(new Date(now.getTime() + 30_000))

  expect(line.empty()).toHaveLength(1)
  expect([line.length, line.room(now, much)]).toEqual([0, 0])
  line.noteSuccess(40)
  expect(line.room(now, much)).toBe(400)
})
