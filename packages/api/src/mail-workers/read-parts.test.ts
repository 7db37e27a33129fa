import type { Caller } from '@inlet/core'
import { createLog } from '@inlet/runtime'
import { expect, test } from 'vitest'
import type { MailResult, MailTask } from './mail-worker.ts'
import { readParts } from './read-parts.ts'
import { type PoolLimits, workerPool } from './worker-pool.ts'

const limits: PoolLimits = {
  threads: 1,
  deadlineMs: 20_000,
  startMs: 20_000,
  idleMs: 60_000,
  heapMb: 64,
  waitingPerCaller: 3,
  maxWaitMs: 60_000,
}

const worker = (onMessage: string, begin = "parentPort.postMessage('ready')") =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads'
      parentPort.on('message', ([{ id }]) => { ${onMessage} })
      ${begin}`)}`,
  )
const replying = worker(
  "parentPort.postMessage([{ id, result: { parts: { headers: [{ name: 'Subject', value: 'Hello' }] } } }])",
)

function startPool(script: URL, more: Partial<PoolLimits> = {}) {
  const pool = workerPool<MailTask, MailResult>(script, { ...limits, ...more }, createLog('fatal'))
  let hangUp = () => {}
  const request = {
    reserve: () => {},
    onHangUp: (listener: () => void) => {
      hangUp = listener
    },
  }
  const message = { textBody: '', htmlBody: '', sizeBytes: 20 }
  const read = (caller: Caller, source = async () => Buffer.from('Subject: Hello\r\n\r\n')) =>
    readParts({ mailWorkers: pool, request }, caller, { message, include: ['headers'], source })
  return { pool, read, hangUp: () => hangUp(), [Symbol.asyncDispose]: () => pool.stop() }
}

const key = (keyId: string, serviceId: string): Caller => ({
  kind: 'apiKey',
  keyId,
  serviceId,
  scope: 'read',
  isLive: true,
})

test('the keys of one service wait in one queue: another service is served after the first of them', async () => {
  await using started = startPool(replying)
  const served: string[] = []
  const read = (keyId: string, serviceId: string) =>
    started.read(key(keyId, serviceId), async () => {
      served.push(keyId)
      return Buffer.alloc(0)
    })

  await Promise.all([read('a1', 'a'), read('a2', 'a'), read('a3', 'a'), read('b1', 'b')])

  expect(served).toEqual(['a1', 'b1', 'a2', 'a3'])
})

test('the source of a mail is not read for a client that has hung up while it waited', async () => {
  await using started = startPool(replying)
  const gate = Promise.withResolvers<void>()
  let sourcesRead = 0
  const first = started.pool.run('first', async () => {
    await gate.promise
    return {
      task: {
        include: [],
        bodies: { textBody: '', htmlBody: '' },
        raw: Buffer.alloc(0),
        render: null,
        fileIndex: null,
      },
      transfer: [],
    }
  })
  const waiting = started.read(key('k', 'a'), async () => {
    sourcesRead += 1
    return Buffer.alloc(0)
  })

  started.hangUp()
  gate.resolve()

  await expect(waiting).rejects.toMatchObject({ code: 'TIMEOUT' })
  await first
  expect(sourcesRead).toBe(0)
})

test.each([
  ['its time', 'for (;;) {}', { deadlineMs: 300 }],
  ['its memory', 'let eaten = null; for (;;) eaten = { eaten }', {}],
])('a mail that uses up %s has empty lists', async (_, onMessage, more) => {
  await using started = startPool(worker(onMessage), more)

  expect(await started.read(key('k', 'a'))).toEqual({ headers: [] })
})

test.each([
  ['does not start in time', worker('', ''), { startMs: 50 }],
  ['runs out of memory before it has work', worker('', 'let eaten = null; for (;;) eaten = { eaten }'), {}],
  ['ends by itself', worker('process.exit(3)'), {}],
  ['has an error', worker("throw new TypeError('of ours')"), {}],
])('where a thread %s, the response is 503 with Retry-After, not empty lists', async (_, script, more) => {
  await using started = startPool(script, more)

  await expect(started.read(key('k', 'a'))).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    facts: { retryAfterSeconds: expect.any(Number) },
  })
})

test('a read that is ended by the stop of the server is 503', async () => {
  await using started = startPool(replying)
  await started.pool.stop()

  await expect(started.read(key('k', 'a'))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
})
