import { Agent, get } from 'node:http'
import { answerOrder } from '../answer-order.ts'
import { inTurn } from '../in-turn.ts'
import { meterProcessors, type Processes } from './processor-time.ts'
import { emptySample, type Sample } from './sample.ts'

/**
 * Calls of several rows, each to be made once at most, those of a row from its last to its first. The rows take turns over so many
 * connections, so that what else the machine does meets all rows alike. Ends after so many turns of each row; a row may come to the end
 * of its calls before.
 */
export interface ReadOrder {
  rows: ReadRow[]
  connections: number
  turns: number
  turnMs: number
  /** The first latencies of a turn are not counted: servers and database were idle. */
  leadInMs: number
}

interface ReadRow {
  calls: ReadCall[]
  /** Calls before all turns that are not counted, to warm up this process. */
  warmUp: ReadCall[]
  processes: Processes
}

/** One GET. */
export interface ReadCall {
  url: string
  apiKey: string
}

async function run({ rows, connections, turns, turnMs, leadInMs }: ReadOrder): Promise<Sample[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const all = rows.map((row) => ({ row, sample: emptySample() }))

  for (const { row } of all)
    await makeCalls(row.warmUp, emptySample(), { agent, connections, endMs: Infinity, leadInMs })
  for (let turn = 0; turn < turns; turn += 1) {
    for (const { row, sample } of inTurn(all, turn)) {
      const usedMs = meterProcessors(row.processes)
      await makeCalls(row.calls, sample, { agent, connections, endMs: turnMs, leadInMs })
      const { serverMs, databaseMs } = usedMs()
      sample.serverMs += serverMs
      sample.databaseMs += databaseMs
    }
  }
  agent.destroy()
  return all.map(({ sample }) => sample)
}

interface Turn {
  agent: Agent
  connections: number
  endMs: number
  leadInMs: number
}

async function makeCalls(calls: ReadCall[], sample: Sample, { agent, connections, endMs, leadInMs }: Turn) {
  const beganAt = performance.now()
  const isOver = () => performance.now() - beganAt >= endMs

  async function connection(): Promise<void> {
    for (let call = calls.pop(); call; call = isOver() ? undefined : calls.pop()) {
      const askedAt = performance.now()
      const status = await statusOf(call, agent)
      if (status === 200) sample.done += 1
      else sample.failed += 1
      if (status === 200 && askedAt - beganAt >= leadInMs) sample.latenciesMs.push(performance.now() - askedAt)
    }
  }

  await Promise.all(Array.from({ length: connections }, connection))
  sample.seconds += (performance.now() - beganAt) / 1000
}

/** The status of a response that was read completely; 0 where there was none. */
function statusOf({ url, apiKey }: ReadCall, agent: Agent): Promise<number> {
  return new Promise((resolve) => {
    get(url, { agent, headers: { 'x-api-key': apiKey } }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
    }).once('error', () => resolve(0))
  })
}

answerOrder(run)
