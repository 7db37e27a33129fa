import { Histogram, type Registry } from 'prom-client'
import { inSeconds, labelledCounter, readGauge, secondsBuckets } from './instruments.ts'

/** `refused`: any other status than 2xx, 3xx and 410 (`gone`). The others had no answer that counts. */
const outcomes = [
  'succeeded',
  'refused',
  'gone',
  'redirect',
  'timeout',
  'dns',
  'connection',
  'tls',
  'blocked_address',
] as const
type Outcome = (typeof outcomes)[number]

/** How webhooks stand in a process; `backlog` counts what waits in the database, events too. */
interface WebhookState {
  backlog: number
  oldestDueMs: number
  deadEndpoints: number
  heldServices: number
}

/** The webhook calls of this process. */
export interface WebhookMetrics {
  called(outcome: Outcome, durationMs: number): void
  /** Sets where the gauges are read; until then they are 0. */
  watch(read: () => WebhookState): void
}

/** Makes the metrics of webhooks. */
export function webhookMetrics(registers: Registry[]): WebhookMetrics {
  const count = labelledCounter({
    registers,
    name: 'inlet_webhook_calls_total',
    help: 'Calls of webhooks by this process.',
    label: 'outcome',
    values: outcomes,
  })
  const durations = new Histogram({
    registers,
    name: 'inlet_webhook_call_seconds',
    help: 'Duration of the calls of webhooks.',
    buckets: secondsBuckets,
  })
  const backlog = readGauge({
    registers,
    name: 'inlet_webhook_backlog',
    help: 'Webhook deliveries that are due, and events without deliveries yet, each counted up to 100,000; the same in every worker.',
  })
  const oldest = readGauge({
    registers,
    name: 'inlet_webhook_oldest_due_seconds',
    help: 'How long the oldest event or delivery has waited, of enabled webhooks whose endpoint is not dead.',
  })
  const dead = readGauge({
    registers,
    name: 'inlet_webhook_dead_endpoints',
    help: 'Endpoints that failed three times in a row or more, as this process sees it.',
  })
  const held = readGauge({
    registers,
    name: 'inlet_webhook_held_services',
    help: 'Services whose events wait for the next minute, because they have had nine tenths of WEBHOOK_DELIVERIES_PER_MINUTE in this one; the same in every worker.',
  })
  return {
    called(outcome, durationMs) {
      count(outcome)
      durations.observe(inSeconds(durationMs))
    },
    watch(read) {
      backlog(() => read().backlog)
      oldest(() => inSeconds(read().oldestDueMs))
      dead(() => read().deadEndpoints)
      held(() => read().heldServices)
    },
  }
}
