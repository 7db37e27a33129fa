import { constants, PerformanceObserver, performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { Gauge, type Registry } from 'prom-client'
import type { Instruments } from './instruments.ts'

/** How often the lateness of the event loop is taken. */
const lagSampleMs = 50
const lagBuckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2.5, 5, 10]
const collectionBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1]

const collectionKinds = new Map<unknown, string>([
  [constants.NODE_PERFORMANCE_GC_MAJOR, 'major'],
  [constants.NODE_PERFORMANCE_GC_MINOR, 'minor'],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, 'incremental'],
  [constants.NODE_PERFORMANCE_GC_WEAKCB, 'weakcb'],
])

/** What runs here. */
interface Build {
  version: string
  role: string
}

/** The process itself: its build, whether it takes work, its memory, processor time and event loop. */
export interface ProcessMetrics {
  describe(build: Build): void
  /** Whether the process takes work; asked at every look. */
  watchReadiness(read: () => Promise<boolean>): void
  /** Begins to time the event loop and collections of garbage. @returns what ends it */
  watch(): () => void
}

/** Makes the instruments of the process, with the names that dashboards for any process know. */
export function processMetrics(make: Instruments, registry: Registry): ProcessMetrics {
  const build = new Gauge({
    name: 'inlet_build_info',
    help: 'What runs here; always 1.',
    labelNames: ['version', 'node', 'role'],
    registers: [registry],
  })
  const collected = make.durationsBy({
    name: 'nodejs_gc_duration_seconds',
    help: 'Time that collections of garbage took on the main thread.',
    labels: ['kind'],
    known: [...collectionKinds.values()].map((kind) => ({ kind })),
    buckets: collectionBuckets,
  })
  const lag = make.durations({
    name: 'inlet_event_loop_lag_seconds',
    help: 'How late the event loop came to a timer, 20 times a second.',
    buckets: lagBuckets,
  })
  const watchReady = make.gauge({
    name: 'inlet_ready',
    help: 'Whether the process takes work and its database answers, as /readyz says it.',
  })
  processorTime(make)
  memory(make)

  return {
    describe: ({ version, role }) => build.set({ version, node: process.version, role }, 1),
    watchReadiness: (isReady) => watchReady(async () => ((await isReady()) ? 1 : 0)),
    watch() {
      const endLag = watchLag(lag)
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) collected({ kind: kindOf(entry) }, entry.duration)
      })
      observer.observe({ entryTypes: ['gc'] })
      return () => {
        endLag()
        observer.disconnect()
      }
    },
  }
}

function processorTime(make: Instruments): void {
  const seconds = (microseconds: number) => microseconds / 1e6
  make.readCounter(
    { name: 'process_cpu_user_seconds_total', help: 'Processor time of all threads in user mode.' },
    () => seconds(process.cpuUsage().user),
  )
  make.readCounter(
    { name: 'process_cpu_system_seconds_total', help: 'Processor time of all threads in the kernel.' },
    () => seconds(process.cpuUsage().system),
  )
  make.readCounter(
    { name: 'inlet_event_loop_busy_seconds_total', help: 'Time that the event loop of the main thread was at work.' },
    () => performance.eventLoopUtilization().active / 1000,
  )
}

function memory(make: Instruments): void {
  const gauge = (name: string, help: string, read: () => number) => make.gauge({ name, help })(read)
  const startedAt = Math.round(performance.timeOrigin) / 1000
  gauge('process_start_time_seconds', 'When the process began, in Unix seconds.', () => startedAt)
  gauge('process_resident_memory_bytes', 'Memory that the process holds.', () => process.memoryUsage.rss())
  // V8's own books, which cost nothing to read; `process.memoryUsage` would ask the system each time.
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
