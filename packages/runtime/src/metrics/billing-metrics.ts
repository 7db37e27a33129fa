import type { Registry } from 'prom-client'
import { labelledCounter } from './instruments.ts'

/** `refused`: the provider does not take our key, or the call. `away`: it does not answer, fails, or has had too many calls. */
const callOutcomes = ['answered', 'refused', 'away'] as const
export type BillingCallOutcome = (typeof callOutcomes)[number]

/** `repeated`: handled before. `ignored`: of no concern here. `unsigned`: its signature is not the provider's, or too old. */
const eventOutcomes = ['handled', 'repeated', 'ignored', 'failed', 'unsigned'] as const
export type BillingEventOutcome = (typeof eventOutcomes)[number]

/** What passes between this process and the provider of payment; all is 0 where there is none. */
export interface BillingMetrics {
  /** A call of the provider's API ended. */
  called(outcome: BillingCallOutcome): void
  /** An event of the provider came. */
  received(outcome: BillingEventOutcome): void
}

/** Makes the metrics of payment. */
export function billingMetrics(registers: Registry[]): BillingMetrics {
  return {
    called: labelledCounter({
      registers,
      name: 'inlet_billing_calls_total',
      help: 'Calls of the API of the provider of payment.',
      label: 'outcome',
      values: callOutcomes,
    }),
    received: labelledCounter({
      registers,
      name: 'inlet_billing_events_total',
      help: 'Events that came as events of the provider of payment.',
      label: 'outcome',
      values: eventOutcomes,
    }),
  }
}
