import { constants, PerformanceObserver, performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { Gauge, Histogram, type Registry } from 'prom-client'
import { inSeconds, readCounter, readGauge } from './instruments.ts'

/** How often the lag of the event loop is sampled. */
const lagSampleMs = 50
const lagBuckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2.5, 5, 10]
const collectionBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1]

const collectionKinds = new Map<unknown, string>([
  [constants.NODE_PERFORMANCE_GC_MAJOR, 'major'],
  [constants.NODE_PERFORMANCE_GC_MINOR, 'minor'],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, 'incremental'],
  [constants.NODE_PERFORMANCE_GC_WEAKCB, 'weakcb'],
])

/** The running program. */
interface Build {
  version: string
  role: string
}

/** The metrics of the process: its build, readiness, memory, processor time and event loop. */
export interface ProcessMetrics {
  describe(build: Build): void
  /** Whether the process is ready; read for every page. */
  watchReadiness(read: () => Promise<boolean>): void
  /** Starts timing the event loop and garbage collections. @returns what stops it */
  watch(): () => void
}

/** Makes the metrics of the process, with the names that general dashboards use. */
export function processMetrics(registers: Registry[]): ProcessMetrics {
  const build = new Gauge({
    name: 'inlet_build_info',
    help: 'What runs here; always 1.',
    labelNames: ['version', 'node', 'role'],
    registers,
  })
  const collected = new Histogram({
    registers,
    name: 'nodejs_gc_duration_seconds',
    help: 'Time that collections of garbage took on the main thread.',
    labelNames: ['kind'],
    buckets: collectionBuckets,
  })
  for (const kind of collectionKinds.values()) collected.zero({ kind })
  const lag = new Histogram({
    registers,
    name: 'inlet_event_loop_lag_seconds',
    help: 'How late the event loop ran a timer, measured 20 times a second.',
    buckets: lagBuckets,
  })
  const watchReady = readGauge({
    registers,
    name: 'inlet_ready',
    help: 'Whether the process takes work and its database answers, as /readyz says it.',
  })
  processorTime(registers)
  memory(registers)

  return {
    describe: ({ version, role }) => build.set({ version, node: process.version, role }, 1),
    watchReadiness: (isReady) => watchReady(async () => ((await isReady()) ? 1 : 0)),
    watch() {
      const endLag = watchLag((lateMs) => lag.observe(inSeconds(lateMs)))
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) collected.observe({ kind: kindOf(entry) }, inSeconds(entry.duration))
      })
      observer.observe({ entryTypes: ['gc'] })
      return () => {
        endLag()
        observer.disconnect()
      }
    },
  }
}

function processorTime(registers: Registry[]): void {
  const seconds = (microseconds: number) => microseconds / 1e6
  readCounter({
    registers,
    name: 'process_cpu_user_seconds_total',
    help: 'Processor time of all threads in user mode.',
    read: () => seconds(process.cpuUsage().user),
  })
  readCounter({
    registers,
    name: 'process_cpu_system_seconds_total',
    help: 'Processor time of all threads in the kernel.',
    read: () => seconds(process.cpuUsage().system),
  })
  readCounter({
    registers,
    name: 'inlet_event_loop_busy_seconds_total',
    help: 'Time that the event loop of the main thread was at work.',
    read: () => performance.eventLoopUtilization().active / 1000,
  })
}

function memory(registers: Registry[]): void {
  const gauge = (name: string, help: string, read: () => number) => readGauge({ registers, name, help })(read)
  const startedAt = Math.round(performance.timeOrigin) / 1000
  gauge('process_start_time_seconds', 'When the process began, in Unix seconds.', () => startedAt)
  gauge('process_resident_memory_bytes', 'Memory that the process holds.', () => process.memoryUsage.rss())
  // From V8, which costs nothing; `process.memoryUsage` is a system call.
  gauge('nodejs_heap_size_total_bytes', 'Heap of the main thread.', () => getHeapStatistics().total_heap_size)
  gauge('nodejs_heap_size_used_bytes', 'Of that, what is in use.', () => getHeapStatistics().used_heap_size)
  gauge(
    'nodejs_external_memory_bytes',
    'Memory of the main thread beside its heap that V8 knows of, buffers above all.',
    () => getHeapStatistics().external_memory,
  )
}

function watchLag(take: (lateMs: number) => void): () => void {
  let dueAt = performance.now() + lagSampleMs
  const timer = setInterval(() => {
    const now = performance.now()
    take(now - dueAt)
    dueAt = now + lagSampleMs
  }, lagSampleMs).unref()
  return () => clearInterval(timer)
}

function kindOf(entry: object): string {
  const detail = 'detail' in entry ? entry.detail : null
  const kind = typeof detail === 'object' && detail !== null && 'kind' in detail ? detail.kind : null
  return collectionKinds.get(kind) ?? 'other'
}
