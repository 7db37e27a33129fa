import { setTimeout as pause } from 'node:timers/promises'
import { type HostileMailName, hostileMailNames } from '@inlet/testkit'
import type { AttackOrder, AttackResult } from './attack.ts'
import { attackNames } from './attacks.ts'
import type { HostileOrder, HostileResult } from './hostile-load.ts'
import { putLoad } from './put-load.ts'
import { runInChild } from './run-in-child.ts'
import type { ServedProduct } from './served-product.ts'

const mebibyte = 1024 * 1024
const hostileBytes = 24.9 * mebibyte
const copies = 8
// Clients of one machine that are several to the server.
const honest = '127.0.0.3'
let attackers = 0
/** Each attack from another address: one that is known for its last attack would not get far with the next. */
function nextAttacker(): string {
  attackers += 1
  return `127.2.${attackers >> 8}.${attackers & 255}`
}
// One client alone may not fill the memory that all share.
const eachItsOwn = (count: number) => Array.from({ length: count }, nextAttacker)
// Enough of them that the limit for each is not met.
const crowd = Array.from({ length: 125 }, (_, index) => `127.0.1.${index + 1}`)

/** What a hostile input did to the server, and to an honest sender of 10 kB mails beside it; times in ms, memory in MB. */
export interface HostileRow {
  input: string
  stallMs: number
  /** Without the time in which the generator, the database and other threads had both processors. */
  ownStallMs: number
  rssMb: number
  slowestAnswerMs: number
  refused: number
  honestMails: number
  honestRefused: number
  honestMaxMs: number
}

/** An honest sender's rate alone and beside a flood. */
export interface FairnessRow {
  mailsAlone: number
  mailsBesideFlood: number
  floodMails: number
  floodRefused: number
}

/** Processor time of the server for a mail of 25 MiB, all threads. */
export interface DotsRow {
  plainMs: number
  dottedMs: number
  ratio: number
}

export interface IdleRow {
  connections: number
  rssMb: number
  kbEach: number
}

/** As they ship, but that only the honest sender of this machine is exempt: its own limit is not what is measured. */
export const hostileSettings = { SMTP_LIMITS_EXEMPT: honest }

/** Each hostile mail eight times at once, each attack over fifty connections, beside an honest sender; `onRow` is told how it goes. */
export async function measureHostile(
  product: ServedProduct,
  wanted: string,
  onRow: (line: string) => void,
): Promise<HostileRow[]> {
  const rows: HostileRow[] = []
  const add = (row: HostileRow) => {
    rows.push(row)
    onRow(
      `${row.input}: ${Math.round(row.stallMs)} ms stall (${Math.round(row.ownStallMs)} its own), ${Math.round(row.rssMb)} MB, ${Math.round(row.slowestAnswerMs)} ms`,
    )
  }
  for (const name of hostileMailNames.filter((each) => each.includes(wanted))) add(await sendHostile(product, name))
  for (const name of attackNames.filter((each) => each.includes(wanted))) {
    add(await besideHonest(product, name, () => attack(product, { name, connections: 50, seconds: 5 })))
  }
  return rows
}

function sendHostile(product: ServedProduct, name: HostileMailName): Promise<HostileRow> {
  const { smtp, domain } = product.demo
  const to = `hostile@${domain.hostname}`
  const order: HostileOrder = { ...smtp, from: eachItsOwn(copies), name, mailBytes: hostileBytes, copies, to }
  return besideHonest(product, name, async () => {
    const { answerMs } = await runInChild<HostileOrder, HostileResult>('./hostile-load.ts', order)
    const answered = answerMs.filter((ms) => ms !== null)
    return { slowestAnswerMs: Math.max(0, ...answered), refused: answerMs.length - answered.length }
  })
}

async function besideHonest(
  product: ServedProduct,
  input: string,
  hostile: () => Promise<{ slowestAnswerMs: number; refused: number }>,
): Promise<HostileRow> {
  await product.vitals()
  const done = hostile()
  const { maxMs, mails, refused, hungUp } = await honestLoad(product, { seconds: 600, pauseMs: 100 }, done)
  const outcome = await done
  const { stallMs, ownStallMs, rssMb } = await product.vitals()
  const beside = { honestMails: mails, honestRefused: refused + hungUp, honestMaxMs: maxMs }
  return { input, stallMs, ownStallMs, rssMb, ...outcome, ...beside }
}

function honestLoad({ demo }: ServedProduct, time: { seconds: number; pauseMs: number }, over?: Promise<unknown>) {
  const load = { connections: 1, mailBytes: 10_000, inboxes: 10, from: honest, ...time }
  return putLoad({ ...demo.smtp, ...load, hostname: demo.domain.hostname }, over)
}

async function attack(
  { demo }: ServedProduct,
  wish: Pick<AttackOrder, 'name' | 'connections' | 'seconds'> & { from?: string[] },
): Promise<{ slowestAnswerMs: number; refused: number }> {
  const order: AttackOrder = { from: [nextAttacker()], ...demo.smtp, ...wish }
  const { hungUp } = await runInChild<AttackOrder, AttackResult>('./attack.ts', order)
  return { slowestAnswerMs: 0, refused: hungUp }
}

/** What dot-stuffing costs where every line has it, beside plain lines, in the whole server. */
export async function measureDots(product: ServedProduct): Promise<DotsRow> {
  const plainMs = await processorTimeOf(product, 'plain lines')
  const dottedMs = await processorTimeOf(product, 'dotted lines')
  return { plainMs, dottedMs, ratio: dottedMs / plainMs }
}

async function processorTimeOf(product: ServedProduct, name: string): Promise<number> {
  const { smtp, domain } = product.demo
  const to = `hostile@${domain.hostname}`
  const order: HostileOrder = { ...smtp, from: eachItsOwn(4), name, mailBytes: hostileBytes, copies: 4, to }
  await runInChild<HostileOrder, HostileResult>('./hostile-load.ts', order)
  await product.vitals()
  await runInChild<HostileOrder, HostileResult>('./hostile-load.ts', order)
  return (await product.vitals()).processorMs / order.copies
}

/** How much of an honest sender's rate is left while another client sends as fast as it can over fifty connections. */
export async function measureFairness(product: ServedProduct): Promise<FairnessRow> {
  const { smtp, domain } = product.demo
  const seconds = 6
  const alone = await honestLoad(product, { seconds, pauseMs: 0 })
  const flood = putLoad({
    ...smtp,
    connections: 50,
    mailBytes: 10_000,
    seconds: seconds + 2,
    hostname: domain.hostname,
    inboxes: 100,
    from: nextAttacker(),
  })
  await pause(1_000)
  const beside = await honestLoad(product, { seconds, pauseMs: 0 })
  const { mails, refused, hungUp } = await flood
  return {
    mailsAlone: alone.mails / alone.seconds,
    mailsBesideFlood: beside.mails / beside.seconds,
    floodMails: mails,
    floodRefused: refused + hungUp,
  }
}

/** What so many connections cost that say nothing. */
export async function measureIdle(product: ServedProduct, connections: number): Promise<IdleRow> {
  const { rssNowMb } = await product.vitals()
  const attacking = attack(product, { name: 'idle connections', connections, seconds: 8, from: crowd })
  await pause(6_000)
  const { rssNowMb: rssMb } = await product.vitals()
  await attacking
  return { connections, rssMb, kbEach: ((rssMb - rssNowMb) * 1024) / connections }
}
