import { Counter, Histogram, type Registry } from 'prom-client'
import { inSeconds, readLabelledGauge } from './instruments.ts'

/** `stopped`: the run ended early, because the process stops. */
const outcomes = ['succeeded', 'failed', 'stopped'] as const
type Outcome = (typeof outcomes)[number]

/** How one run of a job ended, after how many milliseconds, and when. */
export interface JobRun {
  outcome: Outcome
  durationMs: number
  endedAt: Date
}

/** The runs of jobs in this process. */
export interface JobMetrics {
  ran(name: string, run: JobRun): void
}

const runBuckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1800]

/** Makes the metrics of the jobs with these names. Their label is `name`, since `job` is Prometheus' own. */
export function jobMetrics(registers: Registry[], names: readonly string[]): JobMetrics {
  const runs = new Counter({
    registers,
    name: 'inlet_job_runs_total',
    help: 'Runs of jobs that ended in this process.',
    labelNames: ['name', 'outcome'],
  })
  const durations = new Histogram({
    registers,
    name: 'inlet_job_run_seconds',
    help: 'Duration of the runs of jobs.',
    labelNames: ['name'],
    buckets: runBuckets,
  })
  for (const name of names) {
    durations.zero({ name })
    for (const outcome of outcomes) runs.inc({ name, outcome }, 0)
  }
  const lastSuccess: Record<string, number> = {}
  readLabelledGauge({
    registers,
    name: 'inlet_job_last_success_timestamp_seconds',
    help: 'When a run of the job last succeeded in this process, in Unix time; 0 before the first.',
    label: 'name',
    values: names,
  })(() => lastSuccess)
  return {
    ran(name, { outcome, durationMs, endedAt }) {
      runs.inc({ name, outcome })
      durations.observe({ name }, inSeconds(durationMs))
      if (outcome === 'succeeded') lastSuccess[name] = endedAt.getTime() / 1000
    },
  }
}
