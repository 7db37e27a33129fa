import type { EventEmitter } from 'node:events'
import { MongoClient } from 'mongodb'
import { expect, test } from 'vitest'
import { watchPool } from './watch-pool.ts'

/** What a watch hears of these events of the driver, which come as they do from a client that is connected. */
function heardOf(events: [name: string, connectionId: number, address?: string][]): string[] {
  const client = new MongoClient('mongodb://127.0.0.1:1/')
  const heard: string[] = []
  const note = (what: string) => () => void heard.push(what)
  watchPool(client, {
    opened: note('opened'),
    closed: (reason) => void heard.push(`closed: ${reason}`),
    asked: note('asked'),
    given: note('given'),
    refused: note('refused'),
    returned: note('returned'),
    cleared: note('cleared'),
  })
  const emitter: EventEmitter = client
  for (const [name, connectionId, address = '127.0.0.1:1'] of events)
    emitter.emit(name, { address, connectionId, reason: 'stale' })
  return heard
}

test('a connection is open from when it can be used until it is closed', () => {
  expect(
    heardOf([
      ['connectionCreated', 1],
      ['connectionReady', 1],
      ['connectionClosed', 1],
    ]),
  ).toEqual(['opened', 'closed: stale'])
})

test('one that never could be used was never open: of some of them the driver tells the end, of some it does not', () => {
  expect(
    heardOf([
      ['connectionCreated', 1],
      ['connectionPoolCleared', 0],
      ['connectionCreated', 2],
      ['connectionClosed', 2],
    ]),
  ).toEqual(['cleared'])
})

test('connections of two members with the same number are two', () => {
  expect(
    heardOf([
      ['connectionReady', 1, '127.0.0.1:1'],
      ['connectionReady', 1, '127.0.0.1:2'],
      ['connectionClosed', 1, '127.0.0.1:1'],
      ['connectionClosed', 1, '127.0.0.1:2'],
    ]),
  ).toEqual(['opened', 'opened', 'closed: stale', 'closed: stale'])
})
