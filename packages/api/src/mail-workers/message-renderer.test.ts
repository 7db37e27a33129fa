import type { Caller } from '@inlet/core'
import { createLog } from '@inlet/runtime'
import { rawMail, testClock } from '@inlet/testkit'
import { expect, test } from 'vitest'
import type { MailResult, MailTask } from './mail-worker.ts'
import { messageRenderer, type RenderQuery } from './message-renderer.ts'
import { type PoolLimits, workerPool } from './worker-pool.ts'

const limits: PoolLimits = {
  threads: 1,
  deadlineMs: 20_000,
  startMs: 20_000,
  idleMs: 60_000,
  heapMb: 128,
  waitingPerCaller: 3,
  maxWaitMs: 60_000,
}
const caller: Caller = { kind: 'apiKey', keyId: 'k', serviceId: 's', scope: 'read', isLive: true }
const ownWorker = new URL('./mail-worker.ts', import.meta.url)
/** Never answers where the mail has HTML. */
const workerWithoutEnd = (before: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads'
      parentPort.on('message', ([{ id, task }]) => {
        if (task.bodies.htmlBody !== '') ${before}
        const rendered = { html: task.render.view + ' ' + task.bodies.textBody, links: [], blockedLoads: 0 }
        parentPort.postMessage([{ id, result: { parts: {}, rendered } }])
      })
      parentPort.postMessage('ready')`)}`,
  )

function startRenderer(script = ownWorker, more: Partial<PoolLimits> = {}) {
  const pool = workerPool<MailTask, MailResult>(script, { ...limits, ...more }, createLog('fatal'))
  const clock = testClock()
  let sourcesRead = 0
  const render = messageRenderer(clock, pool)
  return {
    clock,
    pool,
    sourcesRead: () => sourcesRead,
    render: (query: Partial<RenderQuery> = {}) =>
      render(caller, {
        message: { id: 'm', textBody: 'Hello', htmlBody: '<p>Hello</p>' },
        theme: 'light',
        source: async () => {
          sourcesRead += 1
          return Buffer.from('Subject: Hello\r\n\r\nHello')
        },
        ...query,
      }),
    [Symbol.asyncDispose]: () => pool.stop(),
  }
}

test('a mail is rendered with its own images, and its attachments are named', async () => {
  await using started = startRenderer()
  const message = {
    id: 'm',
    textBody: '',
    htmlBody: '<img src="cid:logo@lark.example" alt="Logo"><a href="https://a.example/">x</a>',
  }

  const rendered = await started.render({ message, source: async () => rawMail('inline-image') })

  expect(rendered.html).toMatch(/<img alt="Logo" src="data:image\/(?:png|gif);base64,/)
  expect(rendered.links).toEqual([{ url: 'https://a.example/', host: 'a.example', text: 'x' }])
  expect(rendered.attachments).toEqual([expect.objectContaining({ index: 0, contentId: 'logo@lark.example' })])
})

test('a message is rendered once a minute for each theme, also for simultaneous calls', async () => {
  await using started = startRenderer()

  await Promise.all([started.render(), started.render(), started.render()])
  await started.render()
  expect(started.sourcesRead()).toBe(1)

  await started.render({ theme: 'dark' })
  expect(started.sourcesRead()).toBe(2)

  started.clock.advance(60_001)
  await started.render()
  expect(started.sourcesRead()).toBe(3)
})

test('at most 32 MiB of rendered messages are kept, the newest of them', async () => {
  await using started = startRenderer(workerWithoutEnd(';'))
  const textBody = 'x'.repeat(1024 * 1024)
  const render = (id: string) => started.render({ message: { id, textBody, htmlBody: '' } })
  for (let n = 0; n < 20; n += 1) await render(`${n}`)

  await render('19')
  expect(started.sourcesRead()).toBe(20)

  await render('0')
  expect(started.sourcesRead()).toBe(21)
})

test.each([
  ['time', 'for (;;);', { deadlineMs: 300 }],
  ['memory', 'for (let eaten = null; ; ) eaten = { eaten }', {}],
])('a mail that takes too much %s is shown as its text', async (_, endless, more) => {
  await using started = startRenderer(workerWithoutEnd(endless), more)

  expect(await started.render()).toMatchObject({ html: 'text Hello', attachments: [] })
})

test('the error of one call is not that of another one which waits for the same message', async () => {
  await using started = startRenderer()
  const failing = started.render({ source: () => Promise.reject(new Error('gone')) })
  const other = started.render()

  await expect(failing).rejects.toThrow('gone')
  expect((await other).html).toContain('Hello')
})

test('where no thread can render it, the response is 503', async () => {
  await using started = startRenderer()
  await started.pool.stop()

  await expect(started.render()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
})
