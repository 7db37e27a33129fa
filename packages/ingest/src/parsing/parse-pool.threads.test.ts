import type { Worker } from 'node:worker_threads'
import { createLog, createMetrics } from '@inlet/runtime'
import { newThreads, type ThreadSource } from '@inlet/threads'
import { expect, test } from 'vitest'
import { startParsePool } from './parse-pool.ts'

const envelope = { mailFrom: 'sender@elsewhere.example', isTls: false, clientIp: '192.0.2.1' }
const limits = { workers: 2, deadlineMs: 60_000, heapMb: 64 }
/** A thread that never answers a mail. */
const silent = {
  script: new URL(
    `data:text/javascript,${encodeURIComponent(
      `import { parentPort } from 'node:worker_threads'
       parentPort.on('message', () => {})
       parentPort.postMessage('ready')`,
    )}`,
  ),
  limitMs: 60_000,
  pauseMs: 1_000,
}

test('a pool has started when each of its threads is ready, or has ended', async () => {
  const ready: Worker[] = []
  const threads: ThreadSource = {
    ...newThreads,
    open(script, options) {
      const thread = newThreads.open(script, options)
      thread.worker.once('message', () => ready.push(thread.worker))
      return thread
    },
  }
  const log = createLog('info', { write: () => {} })
  const parts = { log, metrics: createMetrics().mail, threads }
  const pool = startParsePool(limits, parts, silent)
  const broken = startParsePool(limits, parts, { ...silent, script: new URL('data:text/javascript,throw new Error()') })

  await pool.started()
  await broken.started()

  expect(ready).toHaveLength(limits.workers)
  await Promise.all([pool.stop(), broken.stop()])
})

test('when a pool stops its threads go back to where they came from, but for one that has a mail', async () => {
  const opened: Worker[] = []
  const closed: Worker[] = []
  const ended: Worker[] = []
  const threads: ThreadSource = {
    open(script, options) {
      const thread = newThreads.open(script, options)
      thread.worker.once('exit', () => ended.push(thread.worker))
      opened.push(thread.worker)
      return thread
    },
    async close({ worker }) {
      closed.push(worker)
    },
  }
  const log = createLog('info', { write: () => {} })
  const pool = startParsePool(limits, { log, metrics: createMetrics().mail, threads }, silent)
  void pool.parse(Buffer.from('Subject: Hello\r\n\r\n'), envelope)

  await pool.stop()

  expect(opened).toHaveLength(2)
  expect(closed).toHaveLength(1)
  expect(ended).toHaveLength(1)
  expect(new Set([...closed, ...ended])).toEqual(new Set(opened))
  await closed[0]?.terminate()
})
