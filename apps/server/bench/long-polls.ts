import { listedPage } from './listed-page.ts'
import { LoadConnection } from './load-connection.ts'
import { mailSource } from './mails/natural-mails.ts'
import { putLoad } from './put-load.ts'
import type { ServedProduct } from './served-product.ts'

const waiters = 8

/** The time from a mail's 250 to the response of the waiting call, in milliseconds, while `loadRate` other mails a second arrive. */
export interface LongPollRow {
  answers: number
  p50Ms: number
  p99Ms: number
  loadRate: number
}

/** Waits with calls on inboxes of their own and sends each a mail, under a load of mails with codes over 50 connections. */
export async function measureLongPolls(product: ServedProduct, seconds: number): Promise<LongPollRow> {
  const { smtp, domain } = product.demo
  const load = putLoad({
    ...smtp,
    connections: 50,
    mail: 'code',
    seconds: seconds + 1,
    hostname: domain.hostname,
    inboxes: 100,
  })
  const endsAt = performance.now() + seconds * 1000
  const perWaiter = await Promise.all(
    Array.from({ length: waiters }, (_, index) => measureOneInbox(product, `waiter${index}`, endsAt)),
  )
  const delays = perWaiter.flat().sort((a, b) => a - b)
  const { mails, seconds: loadSeconds } = await load
  const at = (share: number) => delays[Math.floor(delays.length * share)] ?? 0
  return { answers: delays.length, p50Ms: at(0.5), p99Ms: at(0.99), loadRate: mails / loadSeconds }
}

async function measureOneInbox({ demo }: ServedProduct, localPart: string, endsAt: number): Promise<number[]> {
  const headers = { 'x-api-key': demo.apiKeys.write, 'content-type': 'application/json' }
  const body = JSON.stringify({ domainId: demo.domain.id, localPart })
  await fetch(`${demo.baseUrl}/services/${demo.service.id}/addresses`, { method: 'POST', headers, body })
  const inbox = `${demo.baseUrl}/inboxes/${localPart}@${demo.domain.hostname}/messages`
  const client = await LoadConnection.open(demo.smtp.host, demo.smtp.port)
  const nextMail = mailSource('line')

  const delays: number[] = []
  let after = ''
  while (performance.now() < endsAt) {
    let answeredAt = 0
    const held = fetch(`${inbox}?waitSeconds=20${after}`, { headers }).then(async (answer) => {
      const page = listedPage.parse(await answer.json())
      answeredAt = performance.now()
      return page.data[0]?.id
    })
    const mail = nextMail(`${localPart}.${delays.length}`)
    const latency = await client.send([`${localPart}@${demo.domain.hostname}`], mail)
    const acceptedAt = performance.now()
    if (latency === null) throw new Error('a mail for a waiting call was refused')
    const newest = await held
    if (!newest) throw new Error('a waiting call returned without its mail')
    after = `&after=${newest}`
    // The change stream may be faster than the SMTP reply.
    delays.push(Math.max(0, answeredAt - acceptedAt))
  }
  client.close()
  return delays
}
