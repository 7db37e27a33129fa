import { createLog, createMetrics } from '@inlet/runtime'
import { expect, test } from 'vitest'
import { startParsePool, type ThreadStart } from './parse-pool.ts'

const attacker = '192.0.2.66'
const otherClient = '192.0.2.7'

/**
 * Answers each mail at once and says that it took as many ms of processor as the mail says in its first line; `for ever` never ends.
 * So a test has slow mails without a slow parser, and depends on no clock.
 */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', (tasks) => {
      for (const { id, raw } of tasks) {
        const said = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('latin1', 0, 40).split(' ')[0]
        if (said === 'forever') for (;;) {}
        parentPort.postMessage([{ id, mail: {}, parseMs: 0, processorMs: Number(said) }])
      }
    })
    parentPort.postMessage('ready')`)}`,
)
const start: ThreadStart = { script, limitMs: 20_000, pauseMs: 1_000 }

function startPool({ workers = 2, deadlineMs = 60_000 }: { workers?: number; deadlineMs?: number } = {}) {
  const pool = startParsePool(
    { workers, deadlineMs, heapMb: 64 },
    { log: createLog('silent'), metrics: createMetrics().mail },
    start,
  )
  const order: string[] = []
  return {
    pool,
    /** The names of mails, in the order in which they were done. */
    order,
    parse: async (name: string, mail: { clientIp: string; costs: number | 'forever'; sizeBytes?: number }) => {
      const raw = Buffer.alloc(mail.sizeBytes ?? 100, `${mail.costs} `)
      await pool.parse(raw, { mailFrom: '', isTls: false, clientIp: mail.clientIp })
      order.push(name)
    },
    [Symbol.asyncDispose]: () => pool.stop(),
  }
}

const largeBytes = 300 * 1024
const named = (count: number) => Array.from({ length: count }, (_, index) => `mail-${index}`)

test('fifty endless mails of one client delay no other: all mails of others are done before the first of them', async () => {
  await using started = startPool()
  for (const name of named(50)) void started.parse(name, { clientIp: attacker, costs: 'forever' })

  const mails = named(30)
  await Promise.all(mails.map((name) => started.parse(name, { clientIp: otherClient, costs: 1 })))

  expect(started.order.toSorted()).toEqual(mails.toSorted())
  expect(started.pool.pending()).toBe(50)
})

test('the same holds for endless mails of several clients', async () => {
  await using started = startPool()
  for (const name of named(4)) void started.parse(name, { clientIp: `192.0.2.${name.at(-1)}`, costs: 'forever' })

  await Promise.all(named(10).map((name) => started.parse(name, { clientIp: otherClient, costs: 1 })))

  expect(started.pool.pending()).toBe(4)
})

test('mails queued behind an endless one are parsed by another thread, also where its client was quick before', async () => {
  await using started = startPool()
  for (const name of named(20)) await started.parse(name, { clientIp: attacker, costs: 0 })
  for (const name of named(4)) void started.parse(name, { clientIp: attacker, costs: 0 })
  for (const name of named(2)) void started.parse(name, { clientIp: attacker, costs: 'forever' })

  await Promise.all(named(20).map((name) => started.parse(name, { clientIp: otherClient, costs: 1 })))

  expect(started.pool.pending()).toBe(2)
})

test('a slow client stays on the threads for heavy mails after one of its mails has ended', async () => {
  await using started = startPool()
  // Longer than usual, but it ends before it could be interrupted.
  await started.parse('first', { clientIp: attacker, costs: 1_000 })
  for (const name of named(10)) void started.parse(name, { clientIp: attacker, costs: 'forever' })

  for (const name of named(10)) await started.parse(name, { clientIp: otherClient, costs: 1 })

  expect(started.pool.pending()).toBe(10)
})

test('clients share processor time: of a client whose mails take fifteen times as long, a fifteenth as many are parsed', async () => {
  await using started = startPool({ workers: 1 })

  await Promise.all([
    ...named(30).map(() => started.parse('slow', { clientIp: attacker, costs: 16 })),
    ...named(60).map(() => started.parse('quick', { clientIp: otherClient, costs: 1 })),
  ])

  const untilAllQuick = started.order.slice(0, started.order.lastIndexOf('quick'))
  expect(untilAllQuick.filter((name) => name === 'slow').length).toBeLessThanOrEqual(15)
})

test('a mail that is ended at its deadline is charged to its client in full', async () => {
  await using started = startPool({ workers: 1, deadlineMs: 1_000 })
  const large = (clientIp: string) => ({ clientIp, costs: 1, sizeBytes: largeBytes })
  const ended = started.parse('ended', { ...large(attacker), costs: 'forever' })

  const others = [
    ...['a1', 'a2', 'a3'].map((name) => started.parse(name, large(attacker))),
    ...['b1', 'b2', 'b3'].map((name) => started.parse(name, large(otherClient))),
  ]
  await Promise.all([ended, ...others])

  expect(started.order).toEqual(['ended', 'b1', 'b2', 'b3', 'a1', 'a2', 'a3'])
})

test('a mail of one client does not wait for the flood of another, also where that has a whole /64', async () => {
  await using started = startPool({ workers: 1 })

  const flood = Array.from({ length: 200 }, (_, index) =>
    started.parse('flood', { clientIp: `2001:db8::${index}`, costs: 1 }),
  )
  const others = ['one', 'two', 'three'].map((name) => started.parse(name, { clientIp: otherClient, costs: 1 }))
  await Promise.all([...flood, ...others])

  // Up to eight of the flood may be in the thread already; after them the two clients take turns.
  expect(started.order.slice(0, 16).filter((name) => name !== 'flood')).toEqual(['one', 'two', 'three'])
})
