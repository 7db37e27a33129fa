import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type ParseTask, ParseThread } from './parse-thread.ts'

const taskOf = (id: number): ParseTask => ({ id, raw: Buffer.from('mail'), envelope: { mailFrom: '', isTls: false } })

/** A thread that answers its first mail, and with the second one does `second`. */
const scriptOf = (second: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads'
      const answer = (id) => parentPort.postMessage({ id, mail: {} })
      parentPort.on('message', ({ id }) => { if (id === 1) answer(id); else { ${second} } })
      parentPort.postMessage('ready')`)}`,
  )

/** What becomes of a thread's second mail when the process stands still for `blockedMs` once the thread has it. */
async function fateOf(second: string, { deadlineMs, blockedMs }: { deadlineMs: number; blockedMs: number }) {
  const news = new EventTarget()
  let fate = ''
  const tell = (said: string) => {
    fate = said
    news.dispatchEvent(new Event('told'))
  }
  const thread = new ParseThread<ParseTask>(
    { deadlineMs, heapMb: 64, script: scriptOf(second), startMs: 10_000 },
    { answered: ({ id }) => tell(`answered ${id}`), ended: ({ reason }) => tell(reason) },
  )
  thread.give(taskOf(1))
  await once(news, 'told')
  expect(fate).toBe('answered 1')

  thread.give(taskOf(2))
  // So that timers are what the loop looks at next.
  await setImmediate()
  const blockedUntil = performance.now() + blockedMs
  while (performance.now() < blockedUntil) {
    // As a machine does that is paused.
  }
  await once(news, 'told')
  await thread.stop()
  return fate
}

test('a process that stood still past the deadline still hears the answer', async () => {
  expect(await fateOf('answer(id)', { deadlineMs: 1_000, blockedMs: 1_500 })).toBe('answered 2')
})

test('a thread that is stuck is ended, whether or not the process stood still', async () => {
  expect(await fateOf('for (;;);', { deadlineMs: 1_000, blockedMs: 1_500 })).toBe('deadline')
  expect(await fateOf('for (;;);', { deadlineMs: 1_000, blockedMs: 0 })).toBe('deadline')
})
