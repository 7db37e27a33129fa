import { readCode } from '../read-code.ts'
import { type HostileInput, hostileInputs, hostileMail } from './hostile-inputs.ts'

/** How the time for one hostile input grows with its size. */
export interface Growth {
  name: string
  /** Milliseconds at each of `growthSizes`. */
  ms: number[]
  /** The largest factor from one size to the next, its double; times below 0.2 ms are noise and count as 0.2 ms. */
  worstFactor: number
}

/** The sizes at which growth is measured, in MiB; each is twice the one before. */
export const growthSizes: readonly number[] = [0.25, 0.5, 1, 2]

const runs = 5
const noiseMs = 0.2

/** Measures every hostile input at every size, warm; the fastest of some runs counts, since a busy machine only adds time. */
export function measureGrowth(): Growth[] {
  for (const input of hostileInputs) fastestMs(input, 0.25)
  return hostileInputs.map((input) => {
    const ms = growthSizes.map((size) => fastestMs(input, size))
    const factors = ms.slice(1).map((time, index) => Math.max(noiseMs, time) / Math.max(noiseMs, ms[index] ?? noiseMs))
    return { name: input.name, ms, worstFactor: Math.max(...factors) }
  })
}

function fastestMs(input: HostileInput, size: number): number {
  const mail = hostileMail(input, size * 1024 * 1024)
  const times = Array.from({ length: runs }, () => readCode(mail).us / 1000)
  return Math.min(...times)
}
