import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { LoadConnection } from '../load-connection.ts'
import { mailSource } from '../mails/natural-mails.ts'
import type { ServedProduct } from '../served-product.ts'

const visitors = 500
const rounds = 3
/** Until all calls of a round wait at the server. */
const settleMs = 2_000

/** The time from a mail's 250 until a visitor's page has it, with `visitors` pages open, each of another client. */
export interface VisibleMailRow {
  visitors: number
  answers: number
  p50Ms: number
  p99Ms: number
}

const listed = z.object({ data: z.object({ messages: z.array(z.object({ id: z.string() })) }) })

/** Opens the pages' waiting calls and sends each visitor a mail, one after the other, several times. */
export async function measureVisibleMail(product: ServedProduct): Promise<VisibleMailRow> {
  const { smtp } = product.demo
  const client = await LoadConnection.open(smtp.host, smtp.port)
  const nextMail = mailSource('code')
  const pages = Array.from({ length: visitors }, (_, n) => ({ ...visitorOf(product, n), after: '' }))
  const delays: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const waiting = pages.map((page) => ({ page, answer: answerOf(page.url, page) }))
    await pause(settleMs)
    for (const { page, answer } of waiting) {
      const mail = nextMail(`${page.clientIp}.${round}`)
      if ((await client.send([page.address], mail)) === null) throw new Error('a mail was refused')
      const acceptedAt = performance.now()
      const { newest, at } = await answer
      page.after = newest
      // The change stream may be faster than the SMTP reply.
      delays.push(Math.max(0, at - acceptedAt))
    }
  }
  client.close()
  delays.sort((a, b) => a - b)
  const at = (share: number) => delays[Math.floor(delays.length * share)] ?? 0
  return { visitors, answers: delays.length, p50Ms: at(0.5), p99Ms: at(0.99) }
}

function visitorOf({ demo }: ServedProduct, n: number) {
  const address = `visitor${n}@${demo.domain.hostname}`
  return { address, url: `${demo.baseUrl}/public/inbox/${address}`, clientIp: `10.1.${n >> 8}.${n & 255}` }
}

async function answerOf(url: string, { after, clientIp }: { after: string; clientIp: string }) {
  const query = `waitSeconds=60${after && `&after=${after}`}`
  const answer = await fetch(`${url}?${query}`, { headers: { 'x-forwarded-for': clientIp } })
  const { data } = listed.parse(await answer.json())
  const at = performance.now()
  const newest = data.messages[0]?.id
  if (newest === undefined) throw new Error('a waiting call returned without its mail')
  return { newest, at }
}
