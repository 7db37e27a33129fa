import { setTimeout as pause } from 'node:timers/promises'
import { createLog } from '@inlet/runtime'
import { mailSigner, waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { envelope, mailFrom, verdicts } from '../../test/judged-mail.ts'
import { createMailAuthenticator } from './mail-authenticator.ts'

const sender = mailSigner('sender.test')
const own = mailFrom('Ada <ada@sender.test>')
const loopback = envelope('127.0.0.1')

const scripted = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`)
const start = { startMs: 10_000, computeMs: 100, stuckMs: 60_000, checkMs: 5, pauseMs: 60_000, lowPriorityMs: 60_000 }

function authenticatorOf(code: string, limits: Partial<typeof start> & { limitMs?: number } = {}) {
  const lines: string[] = []
  const log = createLog('debug', { write: (line) => void lines.push(line) })
  const { limitMs = 30_000, ...rest } = limits
  const settings = { isOn: true, dnsServers: ['127.0.0.1:9'], limitMs }
  const authenticator = createMailAuthenticator(settings, log, { ...start, ...rest, script: scripted(code) })
  return {
    verdict: verdicts(authenticator),
    ended: () => lines.filter((line) => line.includes('mail authentication thread ended')),
    [Symbol.asyncDispose]: () => authenticator.stop(),
  }
}

test.for([
  ['never says anything', 'setInterval(() => {}, 1000)'],
  ['cannot start', 'throw new Error("broken")'],
  ['ends by itself', ''],
  ['runs out of memory', 'const all = []; for (;;) all.push(new Array(100000).fill({}))'],
])('a thread that %s costs its mails their verdict, and the next one starts only after a pause', async ([, code]) => {
  await using started = authenticatorOf(code ?? '', { startMs: 500 })
  const raw = await sender.sign(own)

  const before = await Promise.all([1, 2, 3].map(() => started.verdict(raw, loopback)))
  const after = await started.verdict(raw, loopback)

  expect([...before, after]).toEqual(['none', 'none', 'none', 'none'])
  expect(started.ended()).toHaveLength(1)
})

test('a verdict comes within its time limit although no thread starts', async () => {
  await using started = authenticatorOf('setInterval(() => {}, 1000)', { limitMs: 50 })
  const raw = await sender.sign(own)

  // Two timers fire in their order, however busy the machine is.
  const verdict = started.verdict(raw, loopback)
  const late = pause(500, 'late', { ref: false })

  expect(await Promise.race([verdict, late])).toBe('none')
  expect(started.ended()).toEqual([])
})

/**
 * Answers `pass`. For `slow@` after a while; for `stuck@` never, since it computes for ever; for `late@` it computes until the mail is
 * no longer wanted and ends then; for `heavy@` it runs out of memory.
 */
const doubleThread = `
  import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
  const { progress } = workerData
  const judgement = { verdict: 'pass', authorDomain: 'sender.test' }
  const judge = (task) => {
    Atomics.add(progress, 1, 1)
    Atomics.store(progress, 0, task.id)
    if (task.mailFrom.startsWith('stuck')) for (;;);
    if (task.mailFrom.startsWith('late')) for (;;) if (receiveMessageOnPort(parentPort)?.message.forgotten) throw new Error('late')
    if (task.mailFrom.startsWith('heavy')) { const all = []; for (;;) all.push(new Array(100000).fill({})) }
    Atomics.store(progress, 0, 0)
    setTimeout(() => parentPort.postMessage([{ id: task.id, judgement }]), task.mailFrom.startsWith('slow') ? 300 : 0)
  }
  parentPort.on('message', (tasks) => { if (Array.isArray(tasks)) tasks.forEach(judge) })
  parentPort.postMessage('ready')`

test.for(['stuck', 'heavy'])(
  'a mail that ends its thread (%s) is none, and the next thread judges all others',
  async (name) => {
    await using started = authenticatorOf(doubleThread)
    const raw = await sender.sign(own)

    const ofOthers = (count: number) =>
      Array.from({ length: count }, (_, index) => started.verdict(raw, envelope(`8.8.4.${index}`, 'slow')))
    const before = ofOthers(8)
    const failing = started.verdict(raw, envelope('8.8.8.8', name))
    const behind = ofOthers(8)

    expect(await failing).toBe('none')
    expect(new Set(await Promise.all([...before, ...behind]))).toEqual(new Set(['pass']))
    expect(started.ended()).toHaveLength(1)
  },
)

test('a mail that computes for ever is none after its time limit', async () => {
  await using started = authenticatorOf(doubleThread, { computeMs: 60_000, limitMs: 200 })
  const raw = await sender.sign(own)

  expect(await started.verdict(raw, envelope('8.8.8.8', 'stuck'))).toBe('none')
})

test('a mail that ends its thread after its own time limit lowers the priority of its client only, and all others are judged', async () => {
  await using started = authenticatorOf(doubleThread, { computeMs: 60_000, limitMs: 3_000 })
  const raw = await sender.sign(own)
  const order: string[] = []
  const judged = (name: string, clientIp: string) =>
    started.verdict(raw, envelope(clientIp, name)).then((verdict) => void order.push(`${clientIp} ${verdict}`))

  await judged('late', '8.8.8.8')
  // All but the last are in the thread that is about to end; the last one waits, since its client has low priority.
  const others = [judged('slow', '8.8.4.4'), judged('slow', '8.8.4.5')]
  await waitFor(() => started.ended().length === 1)
  await Promise.all([...others, judged('quick', '8.8.8.8')])

  expect(order).toEqual(['8.8.8.8 none', '8.8.4.4 pass', '8.8.4.5 pass', '8.8.8.8 pass'])
  expect(started.ended()).toHaveLength(1)
})

test('once a mail has ended a thread its client’s mails wait behind those of all others, one at a time', async () => {
  await using started = authenticatorOf(doubleThread)
  const raw = await sender.sign(own)
  const order: string[] = []
  const judged = (name: string, clientIp: string) =>
    started.verdict(raw, envelope(clientIp, name)).then((verdict) => void order.push(`${clientIp} ${verdict}`))
  await judged('stuck', '8.8.8.8')

  const other = judged('slow', '8.8.4.4')
  const ownClient = [judged('stuck', '8.8.8.8'), judged('quick', '8.8.8.8')]
  const third = judged('quick', '8.8.4.5')
  await Promise.all([other, ...ownClient, third])

  expect(order).toEqual(['8.8.8.8 none', '8.8.4.5 pass', '8.8.4.4 pass', '8.8.8.8 none', '8.8.8.8 pass'])
  // The second of its mails began when no other client’s mail was in the thread.
  expect(started.ended()).toHaveLength(2)
})
