import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '@inlet/mongo'
import { inTurn } from './in-turn.ts'
import { putLoad } from './put-load.ts'
import type { ServedProduct } from './served-product.ts'

/** What our rate is to be of Mailpit's, at least. */
const points = [
  { mailBytes: 10_000, connections: 50, bound: 2 },
  { mailBytes: 1_000, connections: 50, bound: 1 },
  { mailBytes: 100_000, connections: 50, bound: 1 },
  { mailBytes: 10_000, connections: 1, bound: 0.75 },
]
/** Both take turns, so that changes of the machine's speed affect both. */
const turns = 4
const turnSeconds = 4
const warmUpSeconds = 4
const startTries = 100
const startPauseMs = 100

/** The rates of one point, in mails a second, and the medians from the final dot to 250. */
export interface MailpitRow {
  mailBytes: number
  connections: number
  bound: number
  rate: number
  p50Ms: number
  mailpitRate: number
  mailpitP50Ms: number
}

interface Receiver {
  host: string
  port: number
  hostname: string
}

/**
 * Ingest beside Mailpit (https://mailpit.axllent.org), which keeps mails in SQLite and does not wait for the disk before its 250.
 * `binary` is the path of its program. Both listen on this machine only.
 */
export async function measureBesideMailpit(
  product: ServedProduct,
  { binary, folder }: { binary: string; folder: string },
): Promise<MailpitRow[]> {
  const own = { ...product.demo.smtp, hostname: product.demo.domain.hostname }
  await using mailpit = await startMailpit(binary, folder)
  const receivers = [own, mailpit]
  const warmUp = { mailBytes: 10_000, connections: 20, bound: 0 }
  for (const receiver of receivers) await load(receiver, warmUp, warmUpSeconds)

  const rows: MailpitRow[] = []
  for (const point of points) {
    const results = new Map<Receiver, Awaited<ReturnType<typeof load>>[]>(receivers.map((receiver) => [receiver, []]))
    for (let turn = 0; turn < turns; turn += 1) {
      for (const receiver of inTurn(receivers, turn)) {
        results.get(receiver)?.push(await load(receiver, point, turnSeconds))
      }
    }
    const [ours, theirs] = receivers.map((receiver) => summary(results.get(receiver) ?? []))
    if (ours && theirs) rows.push({ ...point, ...ours, mailpitRate: theirs.rate, mailpitP50Ms: theirs.p50Ms })
  }
  return rows
}

function load(receiver: Receiver, { mailBytes, connections }: (typeof points)[number], seconds: number) {
  return putLoad({ ...receiver, mailBytes, connections, seconds, inboxes: 100 })
}

/** The rate over all turns, and the median of their medians. */
function summary(results: Awaited<ReturnType<typeof load>>[]): { rate: number; p50Ms: number } {
  const sum = (values: number[]) => values.reduce((one, other) => one + other, 0)
  const medians = results.map(({ p50Ms }) => p50Ms).sort((one, other) => one - other)
  return {
    rate: sum(results.map(({ mails }) => mails)) / sum(results.map(({ seconds }) => seconds)),
    p50Ms: medians[medians.length >> 1] ?? 0,
  }
}

async function startMailpit(binary: string, folder: string): Promise<Receiver & AsyncDisposable> {
  const [port, httpPort] = [await findFreePort(), await findFreePort()]
  const child = spawn(
    binary,
    [
      ...['--smtp', `127.0.0.1:${port}`, '--listen', `127.0.0.1:${httpPort}`],
      ...['--database', join(folder, 'mailpit.db'), '--max', '0', '--quiet'],
      ...['--smtp-disable-rdns', '--disable-version-check'],
    ],
    { stdio: 'ignore' },
  )
  const ended = once(child, 'exit')
  const receiver = {
    ...{ host: '127.0.0.1', port, hostname: 'demo.localhost' },
    async [Symbol.asyncDispose]() {
      child.kill()
      await ended
    },
  }
  for (let tries = 0; tries < startTries; tries += 1) {
    if (await isListening(port)) return receiver
    if (child.exitCode !== null) break
    await pause(startPauseMs)
  }
  await receiver[Symbol.asyncDispose]()
  throw new Error(`${binary} did not get ready`)
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
