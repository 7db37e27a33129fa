import { answerOrder } from '../answer-order.ts'
import { everySoOften, numbersFrom } from '../every-so-often.ts'
import { listedPage } from '../listed-page.ts'
import { LoadConnection } from '../load-connection.ts'

/** An honest sender of small mails and an honest reader, until the process gets a message; it sends back the result. */
export interface WatchOrder {
  host: string
  port: number
  /** The local address of the sender. */
  from: string
  to: string
  /** The mails to send, each once over its own connection: subject and raw mail, signed or not. */
  mails: { subject: string; isSigned: boolean; raw: string }[]
  /** `…/inboxes/…/messages` of the same inbox, and a key that may read it. */
  inbox: string
  apiKey: string
}

/** Times in ms: of a mail from the first packet to its 250, of a call to its end. */
export interface WatchResult {
  mails: number
  refused: number
  medianMs: number
  worstMs: number
  /** Signed mails that were taken without `auth:pass`. */
  verdictsLost: number
  calls: number
  callsFailed: number
  worstCallMs: number
}

const everyMs = 200
const callTimeoutMs = 10_000

async function run(order: WatchOrder): Promise<WatchResult> {
  let isOver = false
  process.once('message', () => {
    isOver = true
  })
  const times: number[] = []
  const callTimes: number[] = []
  const signed: string[] = []
  let refused = 0
  let callsFailed = 0

  async function send({ subject, isSigned, raw }: WatchOrder['mails'][number]): Promise<void> {
    const beganAt = performance.now()
    const answer = await sendOnce(order, raw).catch(() => null)
    if (answer === null) {
      refused += 1
      return
    }
    times.push(performance.now() - beganAt)
    if (isSigned) signed.push(subject)
  }

  async function call(): Promise<void> {
    const beganAt = performance.now()
    const isAnswered = await listed(order, '?limit=20').then(
      () => true,
      () => false,
    )
    callTimes.push(performance.now() - beganAt)
    if (!isAnswered) callsFailed += 1
  }

  const sending = everySoOften({ all: order.mails, everyMs, isOver: () => isOver }, send)
  const calling = everySoOften({ all: numbersFrom(0), everyMs, isOver: () => isOver }, call)
  await Promise.all([sending, calling])
  const passed = await passedSubjects(order)
  times.sort((one, other) => one - other)
  return {
    mails: times.length,
    refused,
    medianMs: times[Math.floor(times.length / 2)] ?? 0,
    worstMs: times.at(-1) ?? 0,
    verdictsLost: signed.filter((subject) => !passed.has(subject)).length,
    calls: callTimes.length,
    callsFailed,
    worstCallMs: Math.max(0, ...callTimes),
  }
}

/** @returns null where it was refused @throws where the server hung up */
async function sendOnce({ host, port, from, to }: WatchOrder, raw: string): Promise<number | null> {
  const client = await LoadConnection.open(host, port, from)
  const answer = await client.send([to], [Buffer.from(raw)])
  client.close()
  return answer
}

/** @throws for every answer but 200, and for one that takes ten seconds */
async function listed({ inbox, apiKey }: WatchOrder, query: string) {
  const answer = await fetch(`${inbox}${query}`, {
    headers: { 'x-api-key': apiKey },
    signal: AbortSignal.timeout(callTimeoutMs),
  })
  const body: unknown = await answer.json()
  if (answer.status !== 200) throw new Error(`answered ${answer.status}`)
  return listedPage.parse(body).data
}

/** Subjects of the newest hundred that are tagged with a passing verdict. */
async function passedSubjects(order: WatchOrder): Promise<Set<string>> {
  const newest = await listed(order, '?limit=100')
  return new Set(newest.filter(({ tags }) => tags.includes('auth:pass')).map(({ subject }) => subject))
}

answerOrder(run)
