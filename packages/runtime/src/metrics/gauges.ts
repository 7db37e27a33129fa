import { Gauge, type Registry } from 'prom-client'
import type { OneLabel, Told } from './told.ts'

/** The kinds of gauges: figures that are read when somebody looks. */
export function gauges(registry: Registry) {
  const registers = [registry]

  /** @returns what says where to read the figure; until then it is 0 */
  function gauge(told: Told): (read: () => number | Promise<number>) => void {
    let read: () => number | Promise<number> = () => 0
    new Gauge({
      ...told,
      registers,
      async collect() {
        this.set(await read())
      },
    })
    return (source) => {
      read = source
    }
  }

  /** The same for several figures, one for each value of a label. */
  function labelledGauge<Value extends string>({ label, values, ...told }: OneLabel<Value>) {
    let read: () => Record<Value, number> | null = () => null
    new Gauge({
      ...told,
      labelNames: [label],
      registers,
      collect() {
        const figures = read()
        for (const value of values) this.set({ [label]: value }, figures?.[value] ?? 0)
      },
    })
    return (source: () => Record<Value, number>): void => {
      read = source
    }
  }

  return { gauge, labelledGauge }
}
