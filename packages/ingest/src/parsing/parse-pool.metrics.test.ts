import { createLog, createMetrics } from '@inlet/runtime'
import { expect, test } from 'vitest'
import { startParsePool } from './parse-pool.ts'

const envelope = { mailFrom: '', isTls: false, clientIp: '192.0.2.1' }

/** A thread that never answers its first mail, and all others at once. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', (tasks) => {
      for (const { id } of tasks) if (id > 1) parentPort.postMessage([{ id, mail: {}, parseMs: 125, processorMs: 0 }]); else for (;;) {}
    })
    parentPort.postMessage('ready')`)}`,
)

test('a replaced thread is counted by its reason, parsed mails are timed, and waiting mails are shown', async () => {
  const metrics = createMetrics()
  const pool = startParsePool(
    { workers: 1, deadlineMs: 1_000, heapMb: 64 },
    { log: createLog('silent'), metrics: metrics.mail },
    { script, limitMs: 20_000, pauseMs: 10 },
  )
  const large = Buffer.alloc(300 * 1024)

  const parsing = [...Array.from({ length: 20 }, () => Buffer.from('mail')), large].map((raw) =>
    pool.parse(raw, envelope),
  )
  const during = await metrics.page()
  await Promise.all(parsing)
  const page = await metrics.page()
  await pool.stop()

  expect(during).toContain('inlet_parse_running_mails 1\n')
  expect(during).toContain('inlet_parse_queue_mails{size="small"} 19\n')
  expect(during).toContain('inlet_parse_queue_mails{size="large"} 1\n')
  expect(page).toContain('inlet_parse_threads_replaced_total{reason="deadline"} 1\n')
  expect(page).toContain('inlet_parse_threads_replaced_total{reason="ERR_WORKER_OUT_OF_MEMORY"} 0\n')
  expect(page).toContain('inlet_parse_seconds_count 20\n')
  expect(page).toContain('inlet_parse_seconds_sum 2.5\n')
  expect(page).toContain('inlet_parse_running_mails 0\n')
})
