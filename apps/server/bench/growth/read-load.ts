import { Agent, get } from 'node:http'
import { answerOrder } from '../answer-order.ts'

/** Calls to make once each over so many connections, until they or the time is over; the result is the process's only answer. */
export interface ReadOrder {
  calls: ReadCall[]
  connections: number
  seconds: number
}

export interface ReadCall {
  url: string
  apiKey: string
}

/** Latencies in milliseconds. */
export interface ReadResult {
  answers: number
  failed: number
  seconds: number
  p50Ms: number
  p99Ms: number
}

async function run({ calls, connections, seconds }: ReadOrder): Promise<ReadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const latencies: number[] = []
  let failed = 0
  const beganAt = performance.now()
  const endsAt = beganAt + seconds * 1000

  async function connection(): Promise<void> {
    for (let call = calls.pop(); call && performance.now() < endsAt; call = calls.pop()) {
      const askedAt = performance.now()
      const status = await statusOf(call, agent)
      if (status === 200) latencies.push(performance.now() - askedAt)
      else failed += 1
    }
  }

  await Promise.all(Array.from({ length: connections }, connection))
  const took = (performance.now() - beganAt) / 1000
  agent.destroy()
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
  return { answers: latencies.length, failed, seconds: took, p50Ms: at(0.5), p99Ms: at(0.99) }
}

/** The status of an answer that was read to its end; 0 where there was none. */
function statusOf({ url, apiKey }: ReadCall, agent: Agent): Promise<number> {
  return new Promise((resolve) => {
    get(url, { agent, headers: { 'x-api-key': apiKey } }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
    }).once('error', () => resolve(0))
  })
}

answerOrder(run)
