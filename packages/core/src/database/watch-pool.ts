import type { MongoClient } from 'mongodb'

/** Who wants to know what becomes of the connections to the database; times are in milliseconds. */
export interface PoolWatch {
  /** A connection can be used; exactly one `closed` follows in the end. */
  opened(): void
  closed(reason: string): void
  /** An operation asks for a connection; one of the next two follows. */
  asked(): void
  given(waitMs: number): void
  refused(reason: string): void
  returned(): void
  cleared(): void
}

/**
 * Tells of a client's connections as they come and go (the driver's connection monitoring). It has to begin before the first of them,
 * or what is told does not add up. Those on which the driver watches the members are not among them.
 */
export function watchPool(client: MongoClient, watch: PoolWatch): void {
  // Not from `connectionCreated` on: of one that is being opened while the pool is cleared the driver never tells the end.
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
