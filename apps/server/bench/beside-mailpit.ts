import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '@inlet/mongo'
import { inTurn } from './in-turn.ts'
import type { MailName } from './mails/natural-mails.ts'
import { median } from './median.ts'
import { putLoad } from './put-load.ts'
import type { ServedProduct } from './served-product.ts'
import type { LoadResult } from './smtp-load.ts'
import { addedUp, allThreads, meterProcess, meterThreads, perMail, type ThreadTimes } from './thread-times.ts'

/** What our rate is to be of Mailpit's, at least, on fifty connections and on one; null where there is no bound. */
const bounds: Record<MailName, readonly [fifty: number, one: number | null]> = {
  line: [1.2, null],
  code: [1.5, 0.75],
  order: [1.5, 0.75],
  log: [1.5, 0.75],
  newsletter: [3, null],
  invoice: [2, 1],
}
/** Both take turns, so that changes of the machine's speed affect both. */
const turns = 4
const turnSeconds = 4
/** Before the turns of each mail. */
const warmUpSeconds = 10
const startTries = 100
const startPauseMs = 100

/**
 * The rates of one point, in mails a second, the times from the final dot to 250, and the processor time of a mail in µs: medians of the
 * turns, and means of the processor time.
 */
export interface MailpitRow {
  mail: MailName
  connections: number
  bound: number | null
  rate: number
  p50Ms: number
  refused: number
  threadUs: ThreadTimes
  mailpitRate: number
  mailpitP50Ms: number
  mailpitRefused: number
  mailpitUs: number
}

/** A receiver of mails, and its processor time since a call. */
interface Receiver {
  host: string
  port: number
  hostname: string
  meter: () => () => ThreadTimes
}

interface BesideMailpit {
  product: ServedProduct
  databasePid: number
  /** The path of Mailpit's program. */
  binary: string
  folder: string
  mails: readonly MailName[]
}

/**
 * Ingest beside Mailpit (https://mailpit.axllent.org), which keeps mails in SQLite and does not wait for the disk before its 250. Both
 * listen on this machine only.
 */
export async function measureBesideMailpit({
  product,
  databasePid,
  binary,
  folder,
  mails,
}: BesideMailpit): Promise<MailpitRow[]> {
  const own: Receiver = {
    ...{ ...product.demo.smtp, hostname: product.demo.domain.hostname },
    meter: () => meterThreads({ serverPid: product.pid, databasePid }),
  }
  await using mailpit = await startMailpit(binary, folder)
  const rows: MailpitRow[] = []
  for (const mail of mails) {
    for (const receiver of [own, mailpit]) await load(receiver, { mail, connections: 50, seconds: warmUpSeconds })
    for (const [index, connections] of [50, 1].entries()) {
      const point = { mail, connections, seconds: turnSeconds }
      const [ours, theirs] = await takeTurns([own, mailpit], point)
      rows.push({
        ...{ mail, connections, bound: bounds[mail][index] ?? null },
        ...{ rate: ours.rate, p50Ms: ours.p50Ms, refused: ours.refused, threadUs: ours.threadUs },
        ...{ mailpitRate: theirs.rate, mailpitP50Ms: theirs.p50Ms, mailpitRefused: theirs.refused },
        mailpitUs: allThreads(theirs.threadUs),
      })
    }
  }
  return rows
}

interface Point {
  mail: MailName
  connections: number
  seconds: number
}

interface Turn extends LoadResult {
  times: ThreadTimes
}

async function takeTurns(receivers: [Receiver, Receiver], point: Point): Promise<[Summary, Summary]> {
  const results = receivers.map((): Turn[] => [])
  for (let turn = 0; turn < turns; turn += 1) {
    for (const index of inTurn([0, 1], turn)) {
      const receiver = receivers[index]
      if (receiver) results[index]?.push(await load(receiver, point))
    }
  }
  const [ours = [], theirs = []] = results
  return [summary(ours), summary(theirs)]
}

async function load({ meter, ...receiver }: Receiver, point: Point): Promise<Turn> {
  const usedMs = meter()
  const result = await putLoad({ ...receiver, ...point, inboxes: 100 })
  return { ...result, times: usedMs() }
}

interface Summary {
  rate: number
  p50Ms: number
  refused: number
  threadUs: ThreadTimes
}

function summary(results: Turn[]): Summary {
  const sum = (values: number[]) => values.reduce((one, other) => one + other, 0)
  const mails = sum(results.map((turn) => turn.mails))
  return {
    rate: median(results.map((turn) => turn.mails / turn.seconds)),
    p50Ms: median(results.map(({ p50Ms }) => p50Ms)),
    refused: sum(results.map(({ refused, hungUp }) => refused + hungUp)),
    threadUs: perMail(addedUp(results.map(({ times }) => times)), mails),
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
    meter: () => meterProcess(child.pid ?? 0),
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
