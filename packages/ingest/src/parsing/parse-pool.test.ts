import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unpackContent } from '@inlet/mail'
import { createLog, createMetrics } from '@inlet/runtime'
import { waitFor } from '@inlet/testkit'
import { describe, expect, test } from 'vitest'
import { type ParseLimits, type ParsePool, startParsePool, type ThreadStart } from './parse-pool.ts'

const envelope = { mailFrom: 'sender@elsewhere.example', isTls: false, clientIp: '192.0.2.1' }
/** Short for mails that never end, but the other mails have it too, on threads of low priority. */
const deadlineMs = 2_000
const patient: ParseLimits = { workers: 1, deadlineMs: 20_000, heapMb: 256 }

const plain = (text: string) =>
  Buffer.from(`Subject: ${text}\r\nMessage-ID: <${text}@elsewhere.example>\r\n\r\nText of ${text}\r\n`)
/** A mail large enough to count as heavy. */
const large = (text: string) => Buffer.concat([plain(text), Buffer.alloc(300 * 1024, 'Text\r\n')])

/** A pool and what it wrote to the log. */
function startPool(limits: ParseLimits, start?: ThreadStart) {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const pool = startParsePool(limits, { log, metrics: createMetrics().mail }, start)
  const entries = () => lines.map((line) => JSON.parse(line))
  /** Without mails that were interrupted and tried again: whether that happens depends on timing. */
  const errors = () => entries().filter(({ reason }) => reason !== 'slow')
  return { pool, entries, errors, [Symbol.asyncDispose]: () => pool.stop() }
}

async function subjectsAndTags(pool: ParsePool, mails: Buffer[]) {
  const parsed = await Promise.all(mails.map((mail) => pool.parse(mail, envelope)))
  return parsed.map(({ subject, content, tags }) => {
    const { textBody } = unpackContent(content)
    return { subject, textBody, isMalformed: tags.includes('malformed') }
  })
}

const scriptOf = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`)

/** The real thread, but a mail named `eater` uses up its heap, and one named `sleeper` never ends. */
const vulnerable: ThreadStart = {
  script: scriptOf(`
    import { parentPort } from 'node:worker_threads'
    const on = parentPort.on.bind(parentPort)
    parentPort.on = (name, listener) => on(name, (tasks) => {
      for (const task of tasks) {
        const head = Buffer.from(task.raw.buffer, task.raw.byteOffset, 30).toString()
        const eaten = []
        if (head.startsWith('Subject: eater')) for (;;) eaten.push(new Array(100_000).fill(0))
        if (head.startsWith('Subject: sleeper')) for (;;) {}
        listener([task])
      }
    })
    await import(${JSON.stringify(new URL('./parse-worker.ts', import.meta.url).href)})
  `),
  limitMs: 20_000,
  pauseMs: 1_000,
}

/** The real thread, but it needs longer to start than a mail may take. */
const slowStarter: ThreadStart = {
  ...vulnerable,
  script: scriptOf(`
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${deadlineMs * 1.25})
    await import(${JSON.stringify(new URL('./parse-worker.ts', import.meta.url).href)})
  `),
}

/** A script whose first thread runs `trouble` instead of starting; every later one is the real thread. */
async function troubledOnce(trouble: string) {
  const folder = await mkdtemp(join(tmpdir(), 'parse-pool-'))
  const script = scriptOf(`
    import { existsSync, writeFileSync } from 'node:fs'
    const marker = ${JSON.stringify(join(folder, 'met'))}
    if (!existsSync(marker)) {
      writeFileSync(marker, '')
      ${trouble}
    }
    await import(${JSON.stringify(new URL('./parse-worker.ts', import.meta.url).href)})
  `)
  return { script, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

const understood = (name: string) => ({ subject: name, textBody: `Text of ${name}\n`, isMalformed: false })

test('each mail gets its own facts, however many are parsed at a time', async () => {
  await using started = startPool({ ...patient, workers: 2 })
  const names = Array.from({ length: 60 }, (_, index) => `mail-${index}`)

  const parsed = await subjectsAndTags(started.pool, names.map(plain))

  expect(parsed).toEqual(names.map(understood))
  expect(started.entries()).toEqual([])
})

test('mails given to one thread come back in the order in which they were given', async () => {
  await using started = startPool(patient)
  const names = Array.from({ length: 20 }, (_, index) => `mail-${index}`)
  const order: string[] = []

  await Promise.all(
    names.map((name) => started.pool.parse(plain(name), envelope).then(({ subject }) => order.push(subject))),
  )

  expect(order).toEqual(names)
})

test('facts come whole from the thread: digest, sender, size and the unchanged source', async () => {
  await using started = startPool(patient)
  const raw = plain('whole')

  const [one, two, other] = await Promise.all(
    [raw, raw, plain('other')].map((mail) => started.pool.parse(mail, envelope)),
  )

  expect(one).toMatchObject({
    messageId: '<whole@elsewhere.example>',
    fromAddr: 'sender@elsewhere.example',
    sizeBytes: raw.length,
  })
  expect(Buffer.from(unpackContent(one?.content ?? Buffer.of()).raw).equals(raw)).toBe(true)
  expect(one?.digest).toHaveLength(32)
  expect(one?.digest).toEqual(two?.digest)
  expect(one?.digest).not.toEqual(other?.digest)
})

test('a mail that breaks a limit of the parser is malformed, and its thread goes on', async () => {
  await using started = startPool(patient)
  const broken = Buffer.from(`${'X: y\r\n'.repeat(1_100)}Subject: broken\r\n\r\n`)

  const parsed = await subjectsAndTags(started.pool, [plain('before'), broken, plain('after')])

  expect(parsed).toEqual([
    understood('before'),
    { subject: 'broken', textBody: '', isMalformed: true },
    understood('after'),
  ])
  expect(started.entries()).toEqual([])
})

test('a mail that ends its thread is malformed with the facts of its header; those before and behind it are parsed', async () => {
  await using started = startPool({ ...patient, heapMb: 96 }, vulnerable)
  const names = Array.from({ length: 20 }, (_, index) => `mail-${index}`)
  const mails = [...names.slice(0, 3).map(plain), plain('eater'), ...names.slice(3).map(plain)]

  const parsed = await subjectsAndTags(started.pool, mails)

  const expected = [
    ...names.slice(0, 3).map(understood),
    { subject: 'eater', textBody: '', isMalformed: true },
    ...names.slice(3).map(understood),
  ]
  expect(parsed).toEqual(expected)
  expect(started.errors()).toMatchObject([
    { msg: 'parsing thread replaced', reason: 'ERR_WORKER_OUT_OF_MEMORY', sizeBytes: plain('eater').length },
  ])
})

test('several mails that end their threads harm no other mail', async () => {
  await using started = startPool({ ...patient, workers: 2, heapMb: 96 }, vulnerable)
  const mails = [plain('eater'), plain('one'), plain('eater'), plain('two'), plain('eater'), plain('three')]

  const parsed = await subjectsAndTags(started.pool, mails)

  expect(parsed.map(({ isMalformed }) => isMalformed)).toEqual([true, false, true, false, true, false])
  expect(started.errors()).toHaveLength(3)
})

test('a mail that takes longer than the deadline is malformed; those behind it are parsed', async () => {
  await using started = startPool({ ...patient, deadlineMs }, vulnerable)
  const names = Array.from({ length: 10 }, (_, index) => `mail-${index}`)

  const parsed = await subjectsAndTags(started.pool, [plain('sleeper'), ...names.map(plain)])

  expect(parsed).toEqual([{ subject: 'sleeper', textBody: '', isMalformed: true }, ...names.map(understood)])
  expect(started.errors()).toMatchObject([{ msg: 'parsing thread replaced', reason: 'deadline' }])
})

test('the start of a thread does not count against the deadline of a mail', async () => {
  await using started = startPool({ ...patient, deadlineMs }, slowStarter)

  const parsed = await subjectsAndTags(started.pool, [plain('first')])

  expect(parsed).toEqual([understood('first')])
  expect(started.entries()).toEqual([])
})

test('stop ends the threads, without a log line', async () => {
  const started = startPool({ ...patient, workers: 2 })
  await started.pool.parse(plain('one'), envelope)

  await started.pool.stop()

  expect(started.entries()).toEqual([])
})

test('the mails of a thread that fails during its start are all parsed, in order', async () => {
  await using troubled = await troubledOnce("throw new RangeError('cannot load')")
  await using started = startPool(patient, { script: troubled.script, limitMs: 20_000, pauseMs: 10 })
  const names = Array.from({ length: 20 }, (_, index) => `mail-${index}`)
  const order: string[] = []

  await Promise.all(
    names.map(async (name) => {
      const { subject, tags } = await started.pool.parse(plain(name), envelope)
      order.push(tags.includes('malformed') ? `malformed ${subject}` : subject)
    }),
  )

  expect(order).toEqual(names)
  expect(started.entries()).toMatchObject([
    { msg: 'parsing thread replaced', reason: 'RangeError', hasBegun: false, sizeBytes: 0 },
  ])
})

test('a thread that hangs during its start is replaced after its limit, and its mails are parsed', async () => {
  await using troubled = await troubledOnce('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)')
  await using started = startPool(patient, { script: troubled.script, limitMs: 2_000, pauseMs: 10 })

  const parsed = await subjectsAndTags(started.pool, ['one', 'two'].map(plain))

  expect(parsed).toEqual(['one', 'two'].map(understood))
  expect(started.entries()[0]).toMatchObject({ msg: 'parsing thread replaced', reason: 'deadline', hasBegun: false })
})

test('threads that cannot start are started again only after a pause, and no mail is settled meanwhile', async () => {
  const start = { script: scriptOf("throw new RangeError('cannot load')"), limitMs: 20_000, pauseMs: 600_000 }
  await using started = startPool({ ...patient, workers: 2 }, start)
  let isSettled = false
  const settled = () => {
    isSettled = true
  }

  for (const name of ['one', 'two', 'three']) void started.pool.parse(plain(name), envelope).then(settled)
  await waitFor(() => started.entries().length >= 2)
  // A mail that comes while no thread runs waits as well.
  void started.pool.parse(plain('late'), envelope).then(settled)
  await started.pool.stop()

  expect(isSettled).toBe(false)
  expect(started.entries()).toHaveLength(2)
})

test('an idle thread that ends is also replaced only after a pause', async () => {
  const script = scriptOf("import { parentPort } from 'node:worker_threads'; parentPort.postMessage('ready')")
  await using started = startPool(patient, { script, limitMs: 20_000, pauseMs: 600_000 })

  await waitFor(() => started.entries().length >= 1)
  const parsed = Promise.race([started.pool.parse(plain('one'), envelope), Promise.resolve('waits')])

  expect(await parsed).toBe('waits')
  expect(started.entries()).toMatchObject([{ reason: 'exit', hasBegun: true, sizeBytes: 0 }])
})

test('a waiting mail whose sender was answered is not parsed', async () => {
  await using started = startPool(patient)
  const before = Array.from({ length: 8 }, (_, index) => started.pool.parse(plain(`mail-${index}`), envelope))

  const given = await started.pool.parse(plain('eater'), envelope, AbortSignal.abort())

  expect(given.tags).toContain('malformed')
  expect((await Promise.all(before)).map(({ tags }) => tags.includes('malformed'))).toEqual(before.map(() => false))
})

test('a mail whose sender was answered meanwhile is dropped at once, also where no thread becomes free', async () => {
  await using started = startPool(patient, vulnerable)
  const sender = new AbortController()
  for (let index = 0; index < 2; index++) void started.pool.parse(large('sleeper'), envelope)
  const given = started.pool.parse(large('mail'), envelope, sender.signal)

  sender.abort()

  expect((await given).tags).toContain('malformed')
})

describe('lanes', () => {
  test('small mails do not wait for large ones, however many and slow these are', async () => {
    await using started = startPool({ ...patient, workers: 2 }, vulnerable)
    for (let index = 0; index < 5; index++) void started.pool.parse(large('sleeper'), envelope)
    const names = Array.from({ length: 40 }, (_, index) => `mail-${index}`)

    const parsed = await subjectsAndTags(started.pool, names.map(plain))

    expect(parsed).toEqual(names.map(understood))
    expect(started.pool.pending()).toBe(5)
  })

  test('a large mail that ends its thread harms no other mail', async () => {
    await using started = startPool({ ...patient, workers: 2, deadlineMs }, vulnerable)
    const mails = [large('sleeper'), large('one'), plain('two'), large('sleeper'), large('three'), plain('four')]

    const parsed = await subjectsAndTags(started.pool, mails)

    expect(parsed.map(({ isMalformed }) => isMalformed)).toEqual([true, false, false, true, false, false])
    expect(started.entries()).toMatchObject([{ reason: 'deadline' }, { reason: 'deadline' }])
  })

  test('a single thread alternates between small and large mails', async () => {
    await using started = startPool(patient)
    const order: string[] = []
    const parse = (mail: Buffer) => started.pool.parse(mail, envelope).then(({ subject }) => order.push(subject))

    const larges = Array.from({ length: 6 }, () => parse(large('large')))
    const smalls = Array.from({ length: 6 }, () => parse(plain('small')))
    await Promise.all([...larges, ...smalls])

    expect(order.slice(0, 6)).toEqual(['large', 'small', 'large', 'small', 'large', 'small'])
  })
})
