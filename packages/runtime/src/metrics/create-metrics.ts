import { Registry } from 'prom-client'
import { type AccessMetrics, accessMetrics } from './access-metrics.ts'
import { type BillingMetrics, billingMetrics } from './billing-metrics.ts'
import { type DatabaseMetrics, databaseMetrics } from './database-metrics.ts'
import { type HttpMetrics, httpMetrics } from './http-metrics.ts'
import { type JobMetrics, jobMetrics } from './job-metrics.ts'
import { type LiveMetrics, liveMetrics } from './live-metrics.ts'
import { type MailMetrics, mailMetrics } from './mail-metrics.ts'
import { type ProcessMetrics, processMetrics } from './process-metrics.ts'
import { type SmtpMetrics, smtpMetrics } from './smtp-metrics.ts'
import { type WebhookMetrics, webhookMetrics } from './webhook-metrics.ts'

/** All metrics of a server. Labels have few values, all from our own code: never an address, a host, a key or a code. */
export interface Metrics {
  mail: MailMetrics
  smtp: SmtpMetrics
  http: HttpMetrics
  access: AccessMetrics
  live: LiveMetrics
  database: DatabaseMetrics
  /** Makes the metrics of the jobs with these names; call it once. */
  jobs(names: readonly string[]): JobMetrics
  process: ProcessMetrics
  webhooks: WebhookMetrics
  billing: BillingMetrics
  /** The current values in Prometheus' text format (version 0.0.4). */
  page(): Promise<string>
}

/** The media type of that page. */
export const metricsMediaType = Registry.PROMETHEUS_CONTENT_TYPE

/** Makes the metrics of one server, in a registry of their own: several servers in one process have separate ones. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  return {
    mail: mailMetrics(registers),
    smtp: smtpMetrics(registers),
    http: httpMetrics(registers),
    access: accessMetrics(registers),
    live: liveMetrics(registers),
    database: databaseMetrics(registers),
    jobs: (names) => jobMetrics(registers, names),
    process: processMetrics(registers),
    webhooks: webhookMetrics(registers),
    billing: billingMetrics(registers),
    page: () => registry.metrics(),
  }
}
