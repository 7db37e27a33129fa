import { createFairTurns, type FairTurns } from './fair-turns.ts'

/** Whose work it is, and who wants it done. */
interface NestedTurn {
  /** Such as a service: of each, one piece of work runs at a time. */
  key: string
  /** Such as a client: within a key they take turns. */
  by: string
  /** A key may have several lines, of which none waits behind another. */
  line?: string
  maxWaitMs: number
}

/** Does the work once it is its turn. @throws TurnTimeout; what the work throws */
type RunInNestedTurns = <T>(turn: NestedTurn, work: () => Promise<T>) => Promise<T>

/** Those who wait in one line of a key. */
interface Line {
  turns: FairTurns
  calls: number
}

/** Turns that go round between keys, of which `total` have work done at a time, and within each line of a key between those who want it. */
export function createNestedTurns({ total }: { total: number }): RunInNestedTurns {
  const keys = createFairTurns({ perKey: 1, total })
  const lines = new Map<string, Line>()

  async function inLine<T>(name: string, run: (turns: FairTurns) => Promise<T>): Promise<T> {
    const line = lines.get(name) ?? { turns: createFairTurns({ perKey: 1, total: 1 }), calls: 0 }
    lines.set(name, line)
    line.calls += 1
    try {
      return await run(line.turns)
    } finally {
      line.calls -= 1
      if (line.calls === 0) lines.delete(name)
    }
  }

  return ({ key, by, line = '', maxWaitMs }, work) => {
    const waitsUntil = performance.now() + maxWaitMs
    const leftMs = () => Math.max(0, waitsUntil - performance.now())
    const ofKey = () => keys.run({ key, maxWaitMs: leftMs() }, work)
    return inLine(`${key} ${line}`, (turns) => turns.run({ key: by, maxWaitMs: leftMs() }, ofKey))
  }
}
