import { Registry } from 'prom-client'
import { type AccessMetrics, accessMetrics } from './access-metrics.ts'
import { type DatabaseMetrics, databaseMetrics } from './database-metrics.ts'
import { type HttpMetrics, httpMetrics } from './http-metrics.ts'
import { instruments } from './instruments.ts'
import { type JobMetrics, jobMetrics } from './job-metrics.ts'
import { type MailMetrics, mailMetrics } from './mail-metrics.ts'
import { type ProcessMetrics, processMetrics } from './process-metrics.ts'
import { type SmtpMetrics, smtpMetrics } from './smtp-metrics.ts'

/** All instruments of a server. Labels have few values, all of our own making: never an address, a host, a key or a code. */
export interface Metrics {
  mail: MailMetrics
  smtp: SmtpMetrics
  http: HttpMetrics
  access: AccessMetrics
  database: DatabaseMetrics
  /** Makes those of the jobs with these names; once for each process. */
  jobs(names: readonly string[]): JobMetrics
  process: ProcessMetrics
  /** Everything as it stands now, in Prometheus' text format (version 0.0.4). */
  page(): Promise<string>
}

/** The media type of that page. */
export const metricsMediaType = Registry.PROMETHEUS_CONTENT_TYPE

/** Makes the instruments of one server, in a registry of their own: several servers in one process do not see each other's. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const make = instruments(registry)
  return {
    mail: mailMetrics(make),
    smtp: smtpMetrics(make),
    http: httpMetrics(make),
    access: accessMetrics(make),
    database: databaseMetrics(make),
    jobs: (names) => jobMetrics(make, names),
    process: processMetrics(make, registry),
    page: () => registry.metrics(),
  }
}
