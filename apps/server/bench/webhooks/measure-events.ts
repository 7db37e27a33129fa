import { setTimeout as pause } from 'node:timers/promises'
import { connectDatabase } from '@inlet/core'
import { runInChild } from '../run-in-child.ts'
import type { ServedProduct } from '../served-product.ts'
import { makeEndpoints } from './make-endpoints.ts'
import type { PacedOrder, PacedResult } from './paced-load.ts'
import { type ReceiverKind, startReceivers } from './receivers.ts'

const kinds: ReceiverKind[] = [
  ...Array.from({ length: 80 }, () => 'healthy' as const),
  ...Array.from({ length: 10 }, () => 'slow' as const),
  ...Array.from({ length: 5 }, () => 'closed' as const),
  ...Array.from({ length: 5 }, () => 'silent' as const),
]
const mailsPerSecond = 1_000
const seconds = 20
/** For the last events of healthy receivers. */
const restMs = 15_000

/** One event for each mail, to a hundred endpoints of which ten are dead and ten slow; times of the healthy ones, from the mail's 250. */
export interface EventsRow {
  mailsPerSecond: number
  accepted: number
  refused: number
  missing: number
  p50Ms: number
  p99Ms: number
  worstMs: number
}

interface EventsOptions {
  product: ServedProduct
  databaseUri: string
}

/** Sends mails at a fixed rate and waits until the healthy receivers have got theirs. */
export async function measureEvents({ product, databaseUri }: EventsOptions): Promise<EventsRow> {
  await using receivers = await startReceivers()
  const db = await connectDatabase(databaseUri)
  const endpoints = await makeEndpoints(db, receivers, kinds)
  const {
    acceptedAt,
    refused,
    seconds: took,
  } = await runInChild<PacedOrder, PacedResult>('./webhooks/paced-load.ts', {
    ...product.demo.smtp,
    connections: 40,
    mail: 'line',
    mailsPerSecond,
    seconds,
    inboxes: endpoints.map(({ inbox }) => inbox),
  })

  const toReport = acceptedAt.filter(([mail]) => endpoints[Number(mail) % endpoints.length]?.kind === 'healthy')
  const missing = () => toReport.filter(([mail]) => !receivers.reportedAt.has(mail)).length
  const endsAt = performance.now() + restMs
  while (missing() > 0 && performance.now() < endsAt) await pause(100)
  await db.client.close()

  // The worker may be faster than the SMTP reply.
  const delays = toReport.map(([mail, at]) =>
    Math.max(0, (receivers.reportedAt.get(mail) ?? Number.POSITIVE_INFINITY) - at),
  )
  delays.sort((a, b) => a - b)
  const at = (share: number) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? 0
  return {
    mailsPerSecond: acceptedAt.length / took,
    accepted: acceptedAt.length,
    refused,
    missing: missing(),
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    worstMs: at(1),
  }
}
