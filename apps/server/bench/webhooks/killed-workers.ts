import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { connectDatabase } from '@inlet/core'
import { runInChild } from '../run-in-child.ts'
import type { ServedProduct } from '../served-product.ts'
import { makeEndpoints } from './make-endpoints.ts'
import type { PacedOrder, PacedResult } from './paced-load.ts'
import { type ReceiverKind, startReceivers } from './receivers.ts'
import { endWorker, spawnWorker } from './spawn-worker.ts'

/** Slow ones have calls on their way whenever a worker is killed, and answer more a second than they are sent. */
const kinds = Array.from({ length: 40 }, (_, index): ReceiverKind => (index % 4 === 0 ? 'slow' : 'healthy'))
const workersAtOnce = 2
const killEveryMs = 20_000
const seconds = 70
const mailsPerSecond = 40
/** What a killed worker had claimed comes again after its lease of 30 s. */
const restMs = 60_000

/** Mails that were answered 250 while workers were killed, and what was reported to receivers. */
export interface KilledRow {
  kills: number
  accepted: number
  missing: number
  /** Reported, though no client got a 250: its reply was lost, or the load ended. */
  unexpected: number
  /** Calls for a mail that had been reported before. */
  repeated: number
  slowestMs: number
}

interface KilledOptions {
  /** Receives mail, and sends no webhooks. */
  product: ServedProduct
  databaseUri: string
  folder: string
  settings: Record<string, string>
}

/** Kills the oldest of two workers every 20 s under load, puts another one in its place, and compares every mail at the receivers. */
export async function measureKilledWorkers({ product, ...options }: KilledOptions): Promise<KilledRow> {
  await using receivers = await startReceivers()
  const db = await connectDatabase(options.databaseUri)
  const endpoints = await makeEndpoints(db, receivers, kinds)
  await db.client.close()
  const started: ChildProcess[] = []
  const startWorker = async () => void started.push(await spawnWorker(options, started.length))
  for (let count = 0; count < workersAtOnce; count += 1) await startWorker()

  const isOver = new AbortController()
  const load = runInChild<PacedOrder, PacedResult>('./webhooks/paced-load.ts', {
    ...product.demo.smtp,
    connections: 20,
    mail: 'line',
    mailsPerSecond,
    seconds,
    inboxes: endpoints.map(({ inbox }) => inbox),
  }).finally(() => isOver.abort())
  const kills = await killInTurn(started, startWorker, isOver.signal)
  const { acceptedAt } = await load

  const missing = () => acceptedAt.filter(([mail]) => !receivers.reportedAt.has(mail)).length
  const endsAt = performance.now() + restMs
  while (missing() > 0 && performance.now() < endsAt) await pause(100)
  await Promise.all(started.slice(kills).map((worker) => endWorker(worker, 'SIGTERM')))
  const accepted = new Set(acceptedAt.map(([mail]) => mail))
  const delays = acceptedAt.map(([mail, at]) => (receivers.reportedAt.get(mail) ?? at) - at)
  return {
    kills,
    accepted: accepted.size,
    missing: missing(),
    unexpected: [...receivers.reportedAt.keys()].filter((mail) => !accepted.has(mail)).length,
    repeated: receivers.repeated(),
    slowestMs: delays.reduce((slowest, delay) => Math.max(slowest, delay), 0),
  }
}

/** @returns how many it killed before the load was over */
async function killInTurn(started: ChildProcess[], startAnother: () => Promise<void>, over: AbortSignal) {
  let kills = 0
  for (;;) {
    await pause(killEveryMs, undefined, { signal: over }).catch(() => {})
    const victim = started[kills]
    if (over.aborted || !victim) return kills
    await endWorker(victim, 'SIGKILL')
    kills += 1
    await startAnother()
  }
}
