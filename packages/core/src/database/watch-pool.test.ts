import type { EventEmitter } from 'node:events'
import { MongoClient } from 'mongodb'
import { expect, test } from 'vitest'
import { watchPool } from './watch-pool.ts'

/** The calls of a watch for these events of the driver, emitted as by a connected client. */
function callsFor(events: [name: string, connectionId: number, address?: string][]): string[] {
  const client = new MongoClient('mongodb://127.0.0.1:1/')
  const calls: string[] = []
  const record = (what: string) => () => void calls.push(what)
  watchPool(client, {
    opened: record('opened'),
    closed: (reason) => void calls.push(`closed: ${reason}`),
    asked: record('asked'),
    given: record('given'),
    refused: record('refused'),
    returned: record('returned'),
    cleared: record('cleared'),
  })
  const emitter: EventEmitter = client
  for (const [name, connectionId, address = '127.0.0.1:1'] of events)
    emitter.emit(name, { address, connectionId, reason: 'stale' })
  return calls
}

test('a connection is open from ready to closed', () => {
  expect(
    callsFor([
      ['connectionCreated', 1],
      ['connectionReady', 1],
      ['connectionClosed', 1],
    ]),
  ).toEqual(['opened', 'closed: stale'])
})

test('a connection that was never ready is neither opened nor closed, whether or not the driver reports its end', () => {
  expect(
    callsFor([
      ['connectionCreated', 1],
      ['connectionPoolCleared', 0],
      ['connectionCreated', 2],
      ['connectionClosed', 2],
    ]),
  ).toEqual(['cleared'])
})

test('connections of two members with the same id are counted separately', () => {
  expect(
    callsFor([
      ['connectionReady', 1, '127.0.0.1:1'],
      ['connectionReady', 1, '127.0.0.1:2'],
      ['connectionClosed', 1, '127.0.0.1:1'],
      ['connectionClosed', 1, '127.0.0.1:2'],
    ]),
  ).toEqual(['opened', 'opened', 'closed: stale', 'closed: stale'])
})
