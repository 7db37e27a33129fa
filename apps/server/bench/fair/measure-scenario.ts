import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connectDatabase, processMemory, unlimitedPlans } from '@inlet/core'
import { idSource, systemClock } from '@inlet/runtime'
import { storeWebhook } from '../../test/support/stored-webhook.ts'
import { type BenchSetup, warmUp, withDatabase, withProduct } from '../bench-setup.ts'
import { runInChild } from '../run-in-child.ts'
import type { ServedProduct } from '../served-product.ts'
import { startConstantReceiver } from '../webhooks/constant-receiver.ts'
import type { AttackOrder, AttackResult } from './attack.ts'
import { sendCall } from './call.ts'
import type { Scenario, Stage } from './scenarios.ts'
import { addressCall, makeTenant } from './tenant.ts'
import type { BystanderAct, WatchOrder, WatchSample } from './watch-bystanders.ts'

/** Times of answers in ms, and how often something was refused. */
interface Figures {
  answered: number
  medianMs: number
  p95Ms: number
  worstMs: number
  refused: number
}

/** What one bystander went through, without the attack and beside it. */
export interface FairRow {
  scenario: string
  act: string
  alone: Figures
  beside: Figures
  /** How often which refusal came beside the attack. */
  refusals: Record<string, number>
  /** The bounds that were exceeded without the attack, and beside it. */
  brokenAlone: string[]
  broken: string[]
}

interface FairOptions {
  scenario: Scenario
  seconds: number
  settings: Record<string, string>
}

type Bounds = Partial<Pick<Figures, 'medianMs' | 'p95Ms' | 'worstMs'>>

const mailBounds: Bounds = { medianMs: 300, worstMs: 2_000 }
const callBounds: Bounds = { p95Ms: 500 }
const feedBounds: Bounds = { p95Ms: 1_000 }
const webhookBounds: Bounds = { p95Ms: 2_000 }

const mailTag = /"plus:(\d+)"/
const mailAct = 'mail'
const besideFrom = 10_000
/** For so long processes remember what a service has: a lock, webhooks. */
const settleMs = 1_000
/** Until what is on its way to receivers at the end has arrived. */
const restMs = 5_000
const settings = { TRUSTED_PROXIES: '127.0.0.0/8', WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8' }

/** Runs one scenario on a server of its own: first what bystanders do without the attack, then the same beside it. */
export async function measureScenario(setup: BenchSetup, options: FairOptions): Promise<FairRow[]> {
  const folder = join(setup.folder, options.scenario.name.replaceAll(/\W+/g, '-'))
  await mkdir(folder)
  let rows: FairRow[] = []
  await withDatabase({ ...setup, folder }, async (databaseUri) => {
    const own = { ...setup, folder, databaseUri, settings: { ...settings, ...options.settings } }
    await withProduct(own, async (product) => {
      await warmUp(product)
      rows = await measureOn(product, databaseUri, options)
    })
  })
  return rows
}

async function measureOn(
  { demo }: ServedProduct,
  databaseUri: string,
  { scenario, seconds }: FairOptions,
): Promise<FairRow[]> {
  const reportedAt = new Map<number, number>()
  await using receiver = await startConstantReceiver((body) => {
    const mail = mailTag.exec(body)?.[1]
    if (mail !== undefined) reportedAt.set(Number(mail), performance.timeOrigin + performance.now())
  })
  const db = await connectDatabase(databaseUri)
  const deps = { db, clock: systemClock, ...idSource(systemClock), plans: unlimitedPlans, ...processMemory(db) }
  const place = { origin: new URL(demo.baseUrl).origin, deps }
  const aloneSeconds = seconds / 2

  const bystander = await makeTenant(place, 'bystander')
  const { hostname, key, serviceId } = bystander
  await sendCall(place.origin, addressCall(bystander, { localPart: 'honest' }))
  await storeWebhook(deps, { serviceId, url: receiver.url('healthy', 0), events: ['message.received'] })
  const stage: Stage = {
    ...place,
    attacked: await makeTenant(place, 'attacked', scenario.plan),
    bystander,
    receiverUrl: receiver.url('healthy', 1),
    numbersOf: (everyMs) => [...numbers(0, aloneSeconds, everyMs), ...numbers(besideFrom, seconds, everyMs)],
  }
  const { attack, acts: own } = await scenario.arrange(stage)
  await pause(settleMs)
  const path = `/v1/inboxes/honest@${hostname}/messages?limit=20`
  const acts: BystanderAct[] = [
    { name: mailAct, everyMs: 100, recipient: `honest+{n}@${hostname}` },
    { name: 'call', everyMs: 100, call: { path, headers: { 'x-api-key': key } } },
    ...own,
  ]

  const watchDuring = async (firstNumber: number, until: Promise<unknown>): Promise<WatchSample[]> => {
    const order = { origin: place.origin, smtp: demo.smtp, firstNumber, acts }
    const samples = await runInChild<WatchOrder, WatchSample[]>('./fair/watch-bystanders.ts', order, until)
    return [...samples, await webhookSample(samples, reportedAt)]
  }
  const alone = await watchDuring(0, pause(aloneSeconds * 1000))
  const attackOrder = { origin: place.origin, smtp: demo.smtp, seconds, parts: attack }
  const attacking = runInChild<AttackOrder, AttackResult>('./fair/attack.ts', attackOrder)
  const beside = await watchDuring(besideFrom, attacking)
  console.log(`${scenario.name}: the attack was answered ${JSON.stringify(await attacking)}`)
  await db.client.close()

  return beside.map((sample, index) => rowOf(scenario, { sample, alone: alone[index], act: acts[index] }))
}

/** More than there can be: a pause takes no less than its time. */
const numbers = (first: number, seconds: number, everyMs: number): number[] =>
  Array.from({ length: Math.ceil((seconds * 1000) / everyMs) + 5 }, (_, index) => first + index)

/** From the 250 of each mail until its event was received. */
async function webhookSample(samples: WatchSample[], reportedAt: ReadonlyMap<number, number>): Promise<WatchSample> {
  const mails = samples.find(({ name }) => name === mailAct)?.answeredAt ?? []
  const missing = () => mails.filter(([mail]) => !reportedAt.has(mail)).length
  const endsAt = performance.now() + restMs
  while (missing() > 0 && performance.now() < endsAt) await pause(100)
  const times = mails.flatMap(([mail, at]) => {
    const reported = reportedAt.get(mail)
    // The worker may be faster than the SMTP reply.
    return reported === undefined ? [] : [Math.max(0, reported - at)]
  })
  return { name: 'webhook', times, answeredAt: [], refusals: missing() > 0 ? { 'not reported': missing() } : {} }
}

interface Measured {
  sample: WatchSample
  alone: WatchSample | undefined
  /** Undefined for the webhook. */
  act: BystanderAct | undefined
}

function rowOf({ name }: Scenario, { sample, alone, act }: Measured): FairRow {
  const figures = figuresOf(sample)
  const figuresAlone = figuresOf(alone ?? { ...sample, times: [] })
  const bounds = boundsOf(act)
  return {
    scenario: name,
    act: sample.name,
    alone: figuresAlone,
    beside: figures,
    refusals: sample.refusals,
    brokenAlone: brokenBy(figuresAlone, bounds),
    broken: brokenBy(figures, bounds),
  }
}

function boundsOf(act: BystanderAct | undefined): Bounds {
  if (!act) return webhookBounds
  if ('recipient' in act) return mailBounds
  return 'feed' in act ? feedBounds : callBounds
}

function figuresOf({ times, refusals }: WatchSample): Figures {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  const refused = Object.values(refusals).reduce((sum, count) => sum + count, 0)
  return { answered: sorted.length, medianMs: at(0.5), p95Ms: at(0.95), worstMs: at(1), refused }
}

function brokenBy(figures: Figures, bounds: Bounds): string[] {
  const isOver = (name: keyof Bounds) => figures[name] > (bounds[name] ?? Number.POSITIVE_INFINITY)
  return [
    figures.answered === 0 ? 'nothing answered' : '',
    isOver('medianMs') ? `median ${bounds.medianMs} ms` : '',
    isOver('p95Ms') ? `p95 ${bounds.p95Ms} ms` : '',
    isOver('worstMs') ? `worst ${bounds.worstMs} ms` : '',
    figures.refused > 0 ? 'refused' : '',
  ].filter((each) => each !== '')
}
