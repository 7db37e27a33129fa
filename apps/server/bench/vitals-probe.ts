import { openSync, readSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import type { Vitals } from './vitals.ts'

const tickMs = 5
const mebibyte = 1024 * 1024

/**
 * Loaded into the server before its own modules: answers each message with measurements since the last one. It measures from the first
 * message on, so that a bench that never asks does not measure the probe too.
 */
function watchVitals(): void {
  const waitedMs = processorWait()
  let stallMs = 0
  let ownStallMs = 0
  let rssMax = 0
  let usedBefore = process.cpuUsage()
  let tickedAt = performance.now()
  let waitedBefore = waitedMs()

  const look = () => {
    rssMax = Math.max(rssMax, process.memoryUsage.rss())
  }
  const tick = () => {
    const now = performance.now()
    const waited = waitedMs()
    const late = Math.max(0, now - tickedAt - tickMs)
    stallMs = Math.max(stallMs, late)
    ownStallMs = Math.max(ownStallMs, late - (waited - waitedBefore))
    tickedAt = now
    waitedBefore = waited
  }
  const watch = () => {
    tickedAt = performance.now()
    waitedBefore = waitedMs()
    setInterval(tick, tickMs).unref()
    setInterval(look, 20).unref()
  }

  process.once('message', watch)
  process.on('message', () => {
    look()
    const used = process.cpuUsage(usedBefore)
    const answer: Vitals = {
      stallMs,
      ownStallMs,
      rssMb: rssMax / mebibyte,
      rssNowMb: process.memoryUsage.rss() / mebibyte,
      processorMs: (used.user + used.system) / 1000,
    }
    stallMs = 0
    ownStallMs = 0
    rssMax = 0
    usedBefore = process.cpuUsage()
    process.send?.(answer)
  })
  // The listener must not keep the process alive after SIGTERM.
  process.channel?.unref()
}

/** How long the main thread has been ready to run without a processor, in ms (Linux; elsewhere 0). */
function processorWait(): () => number {
  if (process.platform !== 'linux') return () => 0
  const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
  const text = Buffer.alloc(100)
  return () => Number(text.toString('latin1', 0, readSync(file, text, 0, text.length, 0)).split(' ')[1]) / 1e6
}

if (isMainThread) watchVitals()
