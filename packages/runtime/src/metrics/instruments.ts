import type { Registry } from 'prom-client'
import { counters } from './counters.ts'
import { gauges } from './gauges.ts'
import { histograms } from './histograms.ts'

/** The kinds of instruments there are, all in one registry. */
export type Instruments = ReturnType<typeof instruments>

/** Makes instruments in a registry, where each name may be had once. */
export function instruments(registry: Registry) {
  return { ...counters(registry), ...histograms(registry), ...gauges(registry) }
}
