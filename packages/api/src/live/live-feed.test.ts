import type { FeedEvent } from '@inlet/core'
import { expect, test } from 'vitest'
import { LiveFeed } from './live-feed.ts'

const eventAt = (id: string): FeedEvent => ({
  id,
  serviceId: 'service',
  event: { type: 'resync', at: '2027-01-31T00:00:00.000Z', data: null },
})

function newFeed() {
  const ends: string[] = []
  const feed = new LiveFeed({
    userId: 'user',
    serviceId: 'service',
    readUpTo: () => '8200',
    idOf: (position) => `id of ${position}`,
    onEnd: (reason) => void ends.push(reason),
  })
  return { feed, ends }
}

/** Reads a feed. @returns what it gave; `takes` says after which number of events the reader pauses */
function read(feed: LiveFeed, takes = Number.POSITIVE_INFINITY) {
  const ids: string[] = []
  let hasEnded = false
  feed.readBy({
    take: ({ id }) => ids.push(id) % takes !== 0,
    end: () => {
      hasEnded = true
    },
  })
  return { ids, hasEnded: () => hasEnded }
}

test('a feed that comes back begins with what it missed, and gives what came meanwhile once, in order', () => {
  const { feed } = newFeed()
  // Pushed while what was missed is being read, up to 8203.
  for (const id of ['8202', '8203', '8204']) feed.push(eventAt(id))
  feed.startAt('8203', [eventAt('8201'), eventAt('8202'), eventAt('8203')])
  feed.push(eventAt('8203'))
  feed.push(eventAt('8205'))

  expect(feed.lastEventId).toBeNull()
  const { ids } = read(feed)
  feed.push(eventAt('8206'))
  expect(ids).toEqual(['8201', '8202', '8203', '8204', '8205', '8206'])
  expect(feed.lastEventId).toBe('id of 8203')
})

test('a feed whose client reads nothing is ended once a thousand events wait, and holds none of them then', () => {
  const { feed, ends } = newFeed()
  for (let n = 0; n < 1_000; n += 1) feed.push(eventAt(`82${1_000 + n}`))
  expect(ends).toEqual([])

  for (let n = 0; n < 10; n += 1) feed.push(eventAt(`83${1_000 + n}`))

  expect(ends).toEqual(['unread'])
  expect(feed.endReason).toBe('unread')
  const { ids, hasEnded } = read(feed)
  expect([ids, hasEnded()]).toEqual([[], true])
})

test('a client that pauses receives the rest when it goes on, in order, and nothing meanwhile', () => {
  const { feed, ends } = newFeed()
  const { ids } = read(feed, 2)

  for (const id of ['8301', '8302', '8303', '8304', '8305']) feed.push(eventAt(id))
  expect(ids).toEqual(['8301', '8302'])
  expect(feed.lastEventId).toBeNull()
  feed.resume()
  expect(ids).toEqual(['8301', '8302', '8303', '8304'])
  feed.resume()

  expect(ids).toEqual(['8301', '8302', '8303', '8304', '8305'])
  expect([feed.lastEventId, ends]).toEqual(['id of 8200', []])
})

test('a feed that ends tells its reader once, and gives nothing more', () => {
  const { feed, ends } = newFeed()
  const { ids, hasEnded } = read(feed)

  feed.end('shutdown')
  feed.end('client')
  feed.push(eventAt('8301'))

  expect([ids, hasEnded(), ends]).toEqual([[], true, ['shutdown']])
})
