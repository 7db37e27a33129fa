import { Agent, get } from 'node:http'
import { answerOrder } from '../answer-order.ts'
import { inTurn } from './in-turn.ts'

/**
 * Calls of several rows, each to be made once at most. The rows take turns over so many connections, there and back, so that what else
 * the machine does meets all rows alike. Ends after so many turns of each row, or when all calls are made.
 */
export interface ReadOrder {
  rows: ReadCall[][]
  connections: number
  turns: number
  turnMs: number
}

export interface ReadCall {
  url: string
  apiKey: string
}

/** What was achieved of one row; latencies in milliseconds, in no order. */
export interface ReadResult {
  latenciesMs: number[]
  failed: number
  seconds: number
}

async function run({ rows, connections, turns, turnMs }: ReadOrder): Promise<ReadResult[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const all = rows.map((calls) => ({ calls, result: { latenciesMs: [], failed: 0, seconds: 0 } satisfies ReadResult }))
  for (let turn = 0; turn < turns; turn += 1) {
    for (const { calls, result } of inTurn(all, turn)) {
      await takeTurn(calls, result, { agent, connections, turnMs })
    }
  }
  agent.destroy()
  return all.map(({ result }) => result)
}

async function takeTurn(
  calls: ReadCall[],
  result: ReadResult,
  { agent, connections, turnMs }: { agent: Agent; connections: number; turnMs: number },
): Promise<void> {
  const beganAt = performance.now()

  async function connection(): Promise<void> {
    for (let call = calls.pop(); call; call = performance.now() - beganAt < turnMs ? calls.pop() : undefined) {
      const askedAt = performance.now()
      const status = await statusOf(call, agent)
      if (status === 200) result.latenciesMs.push(performance.now() - askedAt)
      else result.failed += 1
    }
  }

  await Promise.all(Array.from({ length: connections }, connection))
  result.seconds += (performance.now() - beganAt) / 1000
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
