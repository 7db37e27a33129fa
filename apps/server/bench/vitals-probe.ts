import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'
import type { Vitals } from './vitals.ts'

const resolutionMs = 5
const mebibyte = 1024 * 1024

/** Loaded into the server before anything of its own: answers each message with what the process has gone through since the last one. */
function watchVitals(): void {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs })
  delays.enable()
  let rssMax = 0
  let usedBefore = process.cpuUsage()
  const look = () => {
    rssMax = Math.max(rssMax, process.memoryUsage.rss())
  }
  setInterval(look, 20).unref()
  process.on('message', () => {
    look()
    const used = process.cpuUsage(usedBefore)
    const answer: Vitals = {
      stallMs: Math.max(0, delays.max / 1e6 - resolutionMs),
      rssMb: rssMax / mebibyte,
      rssNowMb: process.memoryUsage.rss() / mebibyte,
      processorMs: (used.user + used.system) / 1000,
    }
    delays.reset()
    rssMax = 0
    usedBefore = process.cpuUsage()
    process.send?.(answer)
  })
  // The wish to listen must not keep a server alive that was told to go.
  process.channel?.unref()
}

if (isMainThread) watchVitals()
