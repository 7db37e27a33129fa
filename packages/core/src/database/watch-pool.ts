import type { MongoClient } from 'mongodb'

/** Observes the connections of a pool; times are in milliseconds. */
export interface PoolWatch {
  /** A connection is ready for use; exactly one `closed` follows. */
  opened(): void
  closed(reason: string): void
  /** An operation waits for a connection; `given` or `refused` follows. */
  asked(): void
  given(waitMs: number): void
  refused(reason: string): void
  returned(): void
  cleared(): void
}

/**
 * Reports the connections of a client's pools (the driver's connection monitoring events). Call it before the first connection, or opened
 * and closed ones do not add up. The driver's own monitoring connections are not reported.
 */
export function watchPool(client: MongoClient, watch: PoolWatch): void {
  // Not from `connectionCreated`: for a connection that is being opened while the pool is cleared, the driver never emits the end.
  const open = new Set<string>()
  const nameOf = ({ address, connectionId }: { address: string; connectionId: number | string }) =>
    `${address} ${connectionId}`
  client.on('connectionReady', (event) => {
    open.add(nameOf(event))
    watch.opened()
  })
  client.on('connectionClosed', (event) => {
    if (open.delete(nameOf(event))) watch.closed(event.reason)
  })
  client.on('connectionCheckOutStarted', () => watch.asked())
  client.on('connectionCheckedOut', ({ durationMS }) => watch.given(durationMS))
  client.on('connectionCheckOutFailed', ({ reason }) => watch.refused(reason))
  client.on('connectionCheckedIn', () => watch.returned())
  client.on('connectionPoolCleared', () => watch.cleared())
}
