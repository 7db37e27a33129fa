import { answerOrder } from '../answer-order.ts'
import { everySoOften, numbersFrom } from '../every-so-often.ts'
import { LoadConnection } from '../load-connection.ts'
import { type Call, numbered, sendCall } from './call.ts'
import { firstPosition } from './feed-call.ts'

/** What bystanders do at an even rate until the process gets a message; it sends back a sample of each. */
export interface WatchOrder {
  origin: string
  smtp: { host: string; port: number }
  /** The number of each one's first act. */
  firstNumber: number
  acts: BystanderAct[]
}

/** `{n}` in the recipient of a mail is its number. A feed comes back to where it was each time. */
export type BystanderAct = { name: string; everyMs: number } & (
  | { recipient: string }
  | { call: Call }
  | { feed: { serviceId: string; token: string } }
)

/** The times of what was answered, in ms, when each of it was, by its number and in ms since the epoch, and how often which refusal came. */
export interface WatchSample {
  name: string
  times: number[]
  answeredAt: [number: number, at: number][]
  refusals: Record<string, number>
}

async function run({ origin, smtp, firstNumber, acts }: WatchOrder): Promise<WatchSample[]> {
  let isOver = false
  process.once('message', () => {
    isOver = true
  })

  async function watch(act: BystanderAct): Promise<WatchSample> {
    const sample: WatchSample = { name: act.name, times: [], answeredAt: [], refusals: {} }
    const actOnce = await actorOf(act)
    await everySoOften(
      { all: numbersFrom(firstNumber), everyMs: act.everyMs, isOver: () => isOver },
      async (number) => {
        const beganAt = performance.now()
        try {
          await actOnce(number)
          const endedAt = performance.now()
          sample.times.push(endedAt - beganAt)
          sample.answeredAt.push([number, performance.timeOrigin + endedAt])
        } catch (error) {
          const refusal = error instanceof Error ? error.message : String(error)
          sample.refusals[refusal] = (sample.refusals[refusal] ?? 0) + 1
        }
      },
    )
    return sample
  }

  async function actorOf(act: BystanderAct): Promise<(number: number) => Promise<unknown>> {
    if ('call' in act) return (number) => sendCall(origin, numbered(act.call, number))
    if ('recipient' in act) return (number) => sendMail(act.recipient.replace('{n}', String(number)), number)
    let lastEventId = await firstPosition(origin, act.feed)
    return async () => {
      lastEventId = await firstPosition(origin, { ...act.feed, lastEventId })
    }
  }

  async function sendMail(to: string, number: number): Promise<void> {
    const client = await LoadConnection.open(smtp.host, smtp.port)
    const raw = `From: Shop <shop@b.example>\r\nTo: ${to}\r\nSubject: Code\r\nMessage-ID: <${process.pid}.${to}.${number}@b.example>\r\n\r\nYour code is 482913.\r\n`
    const answer = await client.send([to], [Buffer.from(raw)])
    client.close()
    if (answer === null) throw new Error('refused')
  }

  return await Promise.all(acts.map(watch))
}

answerOrder(run)
