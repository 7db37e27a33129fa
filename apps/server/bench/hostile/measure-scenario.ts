import { setTimeout as pause } from 'node:timers/promises'
import type { MailSigner } from '@inlet/testkit'
import { runInChild } from '../run-in-child.ts'
import type { ServedProduct } from '../served-product.ts'
import type { AttackOrder, AttackResult } from './attack.ts'
import { honestClient, newAttacker } from './client-addresses.ts'
import type { FloodOrder, FloodResult } from './flood.ts'
import { noAttack, type Scenario } from './scenarios.ts'
import type { WatchOrder, WatchResult } from './watch-honest.ts'

/** The bounds for other clients while one client attacks. */
const bounds = { medianMs: 300, worstMs: 2_000 }

/** The result of one scenario: figures of an honest sender and reader, and of the server; times in ms, memory in MB. */
export interface ScenarioRow extends WatchResult {
  name: string
  attacks: { accepted: number; refused: number; slowestAnswerMs: number }
  stallMs: number
  /** Without the time in which other threads and processes had both processors. */
  ownStallMs: number
  rssMb: number
  /** The bounds apply to one attacking client; attacks by several are measured without bounds. */
  isPromised: boolean
  /** The bounds that were exceeded. */
  broken: string[]
}

/** A server, and a domain that signs mails and has its key in the DNS. */
export interface HostileSetup {
  product: ServedProduct
  signer: MailSigner
}

const mailsMost = 60
const signedEvery = 4
const settleMs = 700

/** Runs one scenario together with an honest sender and an honest reader. */
export async function measureScenario(setup: HostileSetup, scenario: Scenario): Promise<ScenarioRow> {
  const { product } = setup
  const order = await watchOrder(setup, scenario.name)
  await product.vitals()
  const over = Promise.withResolvers<void>()
  const watching = runInChild<WatchOrder, WatchResult>('./hostile/watch-honest.ts', order, over.promise)
  const attacks = await runAttack(product, scenario)
  await pause(settleMs)
  over.resolve()
  const watched = await watching
  const { stallMs, ownStallMs, rssMb } = await product.vitals()
  const isPromised = scenario.clients <= 1
  return { name: scenario.name, ...watched, attacks, stallMs, ownStallMs, rssMb, isPromised, broken: brokenBy(watched) }
}

/** Creates the honest inbox and sends a first mail, which starts threads and caches. */
export async function prepareHonest(setup: HostileSetup): Promise<void> {
  const { service, domain, apiKeys, baseUrl } = setup.product.demo
  await fetch(`${baseUrl}/services/${service.id}/addresses`, {
    method: 'POST',
    headers: { 'x-api-key': apiKeys.write, 'content-type': 'application/json' },
    body: JSON.stringify({ domainId: domain.id, localPart: 'honest' }),
  })
  await measureScenario(setup, noAttack)
}

function brokenBy({ mails, medianMs, worstMs, refused, verdictsLost, callsFailed }: WatchResult): string[] {
  return [
    mails === 0 ? 'no honest mail' : '',
    medianMs > bounds.medianMs ? 'median' : '',
    worstMs > bounds.worstMs ? 'worst' : '',
    refused > 0 ? 'refused' : '',
    verdictsLost > 0 ? 'verdicts' : '',
    callsFailed > 0 ? 'calls' : '',
  ].filter((each) => each !== '')
}

async function watchOrder({ product, signer }: HostileSetup, scenario: string): Promise<WatchOrder> {
  const { smtp, domain, apiKeys, baseUrl } = product.demo
  const to = `honest@${domain.hostname}`
  const mails: WatchOrder['mails'] = []
  for (let index = 0; index < mailsMost; index += 1) {
    const subject = `${scenario} ${Date.now()} ${index}`
    const isSigned = index % signedEvery === 0
    const plain = `From: Shop <shop@signed.test>\r\nTo: ${to}\r\nSubject: ${subject}\r\nMessage-ID: <${Date.now()}.${index}@signed.test>\r\n\r\nYour code is 482913.\r\n`
    mails.push({ subject, isSigned, raw: isSigned ? String(await signer.sign(plain)) : plain })
  }
  const inbox = `${baseUrl}/inboxes/${to}/messages`
  return { ...smtp, from: honestClient, to, mails, inbox, apiKey: apiKeys.read }
}

async function runAttack({ demo }: ServedProduct, scenario: Scenario): Promise<ScenarioRow['attacks']> {
  const { hostname } = demo.domain
  const { clients, seconds } = scenario
  const from = Array.from({ length: clients }, newAttacker)
  const connections = scenario.connections * clients
  if (connections === 0) {
    await pause(seconds * 1000)
    return { accepted: 0, refused: 0, slowestAnswerMs: 0 }
  }
  const common = { ...demo.smtp, from, connections, seconds }
  if ('attack' in scenario) {
    const { hungUp } = await runInChild<AttackOrder, AttackResult>('./hostile/attack.ts', {
      ...common,
      name: scenario.attack,
    })
    return { accepted: 0, refused: hungUp, slowestAnswerMs: 0 }
  }
  const { mails, copies = 1, heldBytes = null } = scenario
  const recipients = Array.from({ length: copies }, (_, index) => `code+${index}@${hostname}`)
  const { hungUp, ...answers } = await runInChild<FloodOrder, FloodResult>('./hostile/flood.ts', {
    ...common,
    mails,
    recipients,
    heldBytes,
  })
  return { ...answers, refused: answers.refused + hungUp }
}
