import { randomInt } from 'node:crypto'
import { Inlet } from '@inlet/client'
import { inTurn } from '../in-turn.ts'
import type { ServedProduct } from '../served-product.ts'
import { sendCode } from './send-code.ts'

const testsAtATime = 200
const roundsBetweenLines = 25
/** Processes of a test runner: each has a client, and none knows how many calls the server holds for the others. */
const clientsOfRounds = [1, 4]

/** Tests that ran at the same time under one key, over all rounds. A test that fails for any reason is `failed`. */
export interface ManyTestsRow {
  rounds: number
  tests: number
  failed: number
  /** Mails that the server, too busy just then, took at a later try only. */
  mailsSentAgain: number
  roundP50Ms: number
  roundWorstMs: number
  /** From a mail's 250 until its code is there. */
  codeP50Ms: number
  codeP99Ms: number
  codeWorstMs: number
}

/** Runs 200 tests at a time, each with an address of its own, round after round. */
export async function measureManyTests(product: ServedProduct, rounds: number): Promise<ManyTestsRow> {
  const { baseUrl, service, domain, apiKeys } = product.demo
  const options = { baseUrl, apiKey: apiKeys.write, serviceId: service.id, domainId: domain.id }
  const roundsMs: number[] = []
  const codesMs: number[] = []
  let tests = 0
  let failed = 0
  let mailsSentAgain = 0

  for (let round = 1; round <= rounds; round += 1) {
    const [clientCount = 1] = inTurn(clientsOfRounds, round)
    const clients = Array.from({ length: clientCount }, () => new Inlet(options))
    const beganAt = performance.now()
    const results = await Promise.allSettled(
      Array.from({ length: testsAtATime }, (_, index) => runTest(product, clients[index % clientCount])),
    )
    roundsMs.push(performance.now() - beganAt)
    tests += results.length
    for (const result of results) {
      if (result.status === 'fulfilled') {
        codesMs.push(result.value.codeMs)
        if (result.value.sentAgain > 0) mailsSentAgain += 1
        continue
      }
      failed += 1
      console.log(`Round ${round}, ${clientCount} clients:`, result.reason)
    }
    if (round % roundsBetweenLines === 0 || round === rounds) {
      console.log(`${round} of ${rounds} rounds, ${tests} tests, ${failed} failed`)
    }
  }

  const [roundAt, codeAt] = [quantilesOf(roundsMs), quantilesOf(codesMs)]
  return {
    rounds,
    tests,
    failed,
    mailsSentAgain,
    roundP50Ms: roundAt(0.5),
    roundWorstMs: roundAt(1),
    codeP50Ms: codeAt(0.5),
    codeP99Ms: codeAt(0.99),
    codeWorstMs: codeAt(1),
  }
}

/** Signs up with a code; `codeMs` is from the mail's 250 to the code. @throws where another code comes, or none */
async function runTest(product: ServedProduct, inlet: Inlet | undefined) {
  if (!inlet) throw new Error('a test has no client')
  const inbox = await inlet.createInbox()
  const code = String(randomInt(100_000, 1_000_000))
  const beganAt = performance.now()
  let acceptedAt: number | undefined
  const sending = sendCode(product, inbox.address, code).then((sentAgain) => {
    acceptedAt = performance.now()
    return sentAgain
  })
  const waiting = inbox.waitForCode().then(
    (read) => ({ read, readAt: performance.now() }),
    // Where the server had not taken the mail, the wait is not what failed.
    (error) => {
      const accepted = acceptedAt === undefined ? 'not yet' : `after ${Math.round(acceptedAt - beganAt)} ms`
      throw new Error(`mail accepted: ${accepted}, wait ended after ${Math.round(performance.now() - beganAt)} ms`, {
        cause: error,
      })
    },
  )
  const [sentAgain, { read, readAt }] = await Promise.all([sending, waiting])
  if (read !== code) throw new Error(`${code} was sent to ${inbox.address}, and ${read} was read`)
  // The change stream may be faster than the SMTP reply.
  return { codeMs: Math.max(0, readAt - (acceptedAt ?? readAt)), sentAgain }
}

function quantilesOf(values: number[]): (share: number) => number {
  const sorted = values.toSorted((a, b) => a - b)
  return (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
