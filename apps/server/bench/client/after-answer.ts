import { fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { Inlet } from '@inlet/client'
import { z } from 'zod'
import { inTurn } from '../in-turn.ts'
import type { ServedProduct } from '../served-product.ts'
import { sendCode } from './send-code.ts'

/** Of each side, before those that count: code is compiled, and connections are opened. */
const warmUps = 50

/** One way to wait for a code: how long after the server's last byte the code is there, in milliseconds. */
export interface AfterAnswerRow {
  call: string
  samples: number
  p50Ms: number
  p99Ms: number
  worstMs: number
}

interface Side {
  call: string
  address: string
  waitForCode(): Promise<string>
  delaysMs: number[]
}

const listedCodes = z.object({ data: z.array(z.object({ id: z.string(), otpCode: z.string() })) })

const nowMs = () => Number(process.hrtime.bigint()) / 1e6

/** `waitForCode` compared with a bare held call of the same run, in turns: each waits for a mail that is sent then. */
export async function measureAfterAnswer(product: ServedProduct, samples: number): Promise<AfterAnswerRow[]> {
  const { baseUrl, service, domain, apiKeys } = product.demo
  await using relay = await startRelay(Number(new URL(baseUrl).port))
  const relayedUrl = Object.assign(new URL(baseUrl), { port: relay.port }).href
  const inlet = new Inlet({ baseUrl: relayedUrl, apiKey: apiKeys.write, serviceId: service.id, domainId: domain.id })
  const [bare, own] = [await inlet.createInbox(), await inlet.createInbox()]
  const sides: Side[] = [
    {
      call: 'bare held call',
      address: bare.address,
      waitForCode: bareWaits(`${relayedUrl}/inboxes/${bare.address}/messages`, apiKeys.read),
      delaysMs: [],
    },
    { call: 'waitForCode', address: own.address, waitForCode: () => own.waitForCode(), delaysMs: [] },
  ]

  for (let turn = 0; turn < warmUps + samples; turn += 1) {
    for (const side of inTurn(sides, turn)) {
      const delayMs = await delayOf(product, side, relay.lastByteMs)
      if (turn >= warmUps) side.delaysMs.push(delayMs)
    }
  }
  return sides.map(rowOf)
}

async function delayOf(product: ServedProduct, side: Side, lastByteMs: () => Promise<number>): Promise<number> {
  const code = String(randomInt(100_000, 1_000_000))
  const waiting = side.waitForCode().then((read) => ({ read, atMs: nowMs() }))
  await sendCode(product, side.address, code)
  const { read, atMs } = await waiting
  if (read !== code) throw new Error(`${side.call} returned another code than the one that was sent`)
  return atMs - (await lastByteMs())
}

/** What everybody who calls the API without a client has to do at least. */
function bareWaits(url: string, apiKey: string): () => Promise<string> {
  let after = ''
  return async () => {
    const answer = await fetch(`${url}?hasOtp=true&waitSeconds=25${after}`, { headers: { 'x-api-key': apiKey } })
    const [newest] = listedCodes.parse(await answer.json()).data
    if (!newest) throw new Error('a held call returned without its mail')
    after = `&after=${newest.id}`
    return newest.otpCode
  }
}

/** The relay to a port, and the time at which the server's last bytes came to it. */
async function startRelay(port: number) {
  const relay = fork(new URL('./relay.ts', import.meta.url))
  const ask = async (question: object) => {
    const answered = once(relay, 'message')
    relay.send(question)
    const [answer] = await answered
    return z.number().parse(answer)
  }
  return {
    port: String(await ask({ port })),
    lastByteMs: () => ask({ wanted: 'last byte' }),
    [Symbol.asyncDispose]: async () => void relay.kill('SIGTERM'),
  }
}

function rowOf({ call, delaysMs }: Side): AfterAnswerRow {
  const sorted = delaysMs.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return { call, samples: sorted.length, p50Ms: at(0.5), p99Ms: at(0.99), worstMs: sorted.at(-1) ?? 0 }
}
