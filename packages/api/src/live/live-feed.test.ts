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
    onEnd: (reason) => void ends.push(reason),
  })
  return { feed, ends }
}

/** The ids that a feed gives, up to and with the last one, or until it ends. */
async function idsUpTo(feed: LiveFeed, last: string): Promise<string[]> {
  const ids: string[] = []
  for await (const [id] of feed) {
    ids.push(id)
    if (id === last) break
  }
  return ids
}

test('a feed that comes back begins with what it missed, and gives what came meanwhile once, in order', async () => {
  const { feed } = newFeed()
  // Pushed while what was missed is being read, up to 8203.
  for (const id of ['8202', '8203', '8204']) feed.push(eventAt(id))
  feed.startAt('8203', [eventAt('8201'), eventAt('8202'), eventAt('8203')])
  feed.push(eventAt('8203'))
  feed.push(eventAt('8205'))

  expect(feed.position).toBeNull()
  expect(await idsUpTo(feed, '8205')).toEqual(['8201', '8202', '8203', '8204', '8205'])
  expect(feed.position).toBe('8203')
})

test('a feed whose client reads nothing is ended once a thousand events wait, and holds none of them then', async () => {
  const { feed, ends } = newFeed()
  for (let n = 0; n < 1_000; n += 1) feed.push(eventAt(`82${1_000 + n}`))
  expect(ends).toEqual([])

  for (let n = 0; n < 10; n += 1) feed.push(eventAt(`83${1_000 + n}`))

  expect(ends).toEqual(['unread'])
  expect(feed.endReason).toBe('unread')
  expect(await idsUpTo(feed, 'none')).toEqual([])
})

test('a feed that ends wakes whoever waits for its next event, and ends once', async () => {
  const { feed, ends } = newFeed()
  const ids = idsUpTo(feed, 'none')

  feed.end('shutdown')
  feed.end('client')

  expect(await ids).toEqual([])
  expect(ends).toEqual(['shutdown'])
})
