import { setTimeout as pause } from 'node:timers/promises'
import { putLoad } from '../put-load.ts'
import { runInChild } from '../run-in-child.ts'
import type { ServedProduct } from '../served-product.ts'
import type { AttackOrder, AttackResult } from './attack.ts'
import { honestExempt, newAttacker } from './client-addresses.ts'
import type { CopiesOrder } from './send-copies.ts'

const dotsBytes = 24.9 * 1024 * 1024
// So many clients that none reaches its limit.
const clients = Array.from({ length: 125 }, (_, index) => `127.0.1.${index + 1}`)

/** An honest sender's rate alone and during a flood. */
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

function honestLoad({ demo }: ServedProduct, seconds: number) {
  const load = { connections: 1, mail: 'code' as const, inboxes: 10, from: honestExempt, seconds }
  return putLoad({ ...demo.smtp, ...load, hostname: demo.domain.hostname })
}

/** The cost of dot-stuffing on every line, compared with plain lines, in the whole server. */
export async function measureDots(product: ServedProduct): Promise<DotsRow> {
  const plainMs = await processorTimeOf(product, 'plain lines')
  const dottedMs = await processorTimeOf(product, 'dotted lines')
  return { plainMs, dottedMs, ratio: dottedMs / plainMs }
}

async function processorTimeOf(product: ServedProduct, name: string): Promise<number> {
  const { smtp, domain } = product.demo
  const to = `hostile@${domain.hostname}`
  const from = Array.from({ length: 4 }, newAttacker)
  const order: CopiesOrder = { ...smtp, from, name, mailBytes: dotsBytes, copies: 4, to }
  await runInChild<CopiesOrder, object>('./hostile/send-copies.ts', order)
  await product.vitals()
  await runInChild<CopiesOrder, object>('./hostile/send-copies.ts', order)
  return (await product.vitals()).processorMs / order.copies
}

/** The share of an honest sender's rate that remains while another client sends as fast as it can over fifty connections. */
export async function measureFairness(product: ServedProduct): Promise<FairnessRow> {
  const { smtp, domain } = product.demo
  const seconds = 6
  const alone = await honestLoad(product, seconds)
  const flood = putLoad({
    ...smtp,
    connections: 50,
    mail: 'code',
    seconds: seconds + 2,
    hostname: domain.hostname,
    inboxes: 100,
    from: newAttacker(),
  })
  await pause(1_000)
  const beside = await honestLoad(product, seconds)
  const { mails, refused, hungUp } = await flood
  return {
    mailsAlone: alone.mails / alone.seconds,
    mailsBesideFlood: beside.mails / beside.seconds,
    floodMails: mails,
    floodRefused: refused + hungUp,
  }
}

/** The cost of idle connections. */
export async function measureIdle(product: ServedProduct, connections: number): Promise<IdleRow> {
  const { rssNowMb } = await product.vitals()
  const order: AttackOrder = { ...product.demo.smtp, name: 'idle connections', connections, seconds: 8, from: clients }
  const attacking = runInChild<AttackOrder, AttackResult>('./hostile/attack.ts', order)
  await pause(6_000)
  const { rssNowMb: rssMb } = await product.vitals()
  await attacking
  return { connections, rssMb, kbEach: ((rssMb - rssNowMb) * 1024) / connections }
}
