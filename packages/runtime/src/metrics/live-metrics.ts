import { Counter, type Registry } from 'prom-client'
import { labelledCounter, readGauge } from './instruments.ts'

/** Why a live feed ended: its client left, its credential ended, it did not read, the database failed, or the process stops. */
const endReasons = ['client', 'credential', 'unread', 'database', 'shutdown'] as const
export type LiveEndReason = (typeof endReasons)[number]

/** The metrics of live feeds. */
export interface LiveMetrics {
  watchFeeds(read: () => number): void
  /** An event was given to this many feeds. */
  sent(feeds: number): void
  ended(reason: LiveEndReason): void
  /** A feed that came back missed nothing, or got a `resync`, after which it reads anew. */
  resumed(isComplete: boolean): void
}

/** Makes the metrics of live feeds. */
export function liveMetrics(registers: Registry[]): LiveMetrics {
  const sent = new Counter({
    registers,
    name: 'inlet_live_events_total',
    help: 'Events given to live feeds, counted once for each feed.',
  })
  const resumed = labelledCounter({
    registers,
    name: 'inlet_live_feeds_resumed_total',
    help: 'Live feeds that came back: with all that they missed (complete), or with a request to read anew (resync).',
    label: 'outcome',
    values: ['complete', 'resync'],
  })
  return {
    watchFeeds: readGauge({ registers, name: 'inlet_live_feeds', help: 'Live feeds that are open.' }),
    sent: (feeds) => sent.inc(feeds),
    ended: labelledCounter({
      registers,
      name: 'inlet_live_feeds_ended_total',
      help: 'Live feeds that ended, by reason.',
      label: 'reason',
      values: endReasons,
    }),
    resumed: (isComplete) => resumed(isComplete ? 'complete' : 'resync'),
  }
}
