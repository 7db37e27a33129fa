import { expect, test } from 'vitest'
import { DispatchPace } from './dispatch-pace.ts'

/** A thread whose time passes when the test says so. */
function pacedThread() {
  const times = { active: 0, idle: 0 }
  const pace = new DispatchPace(() => ({ ...times }))
  return {
    next: () => pace.next().mostEvents,
    pauseMs: () => pace.next().pauseMs,
    pass(ms: number, share: number) {
      times.active += ms * share
      times.idle += ms * (1 - share)
    },
  }
}

test('a thread that has time dispatches all events without a pause', () => {
  const thread = pacedThread()

  for (let window = 0; window < 5; window += 1) {
    expect(thread.next()).toBe(200)
    expect(thread.pauseMs()).toBe(0)
    thread.pass(300, 0.7)
  }
})

test('while mails keep the thread busy, few events are dispatched at a time, and still some', () => {
  const thread = pacedThread()
  thread.pass(300, 1)

  for (let window = 0; window < 5; window += 1) {
    expect(thread.next()).toBe(40)
    expect(thread.pauseMs()).toBe(200)
    thread.pass(200, 0.95)
  }
})

test('a window with few events that leaves time is followed by one with all', () => {
  const thread = pacedThread()
  thread.pass(300, 1)
  expect(thread.next()).toBe(40)
  thread.pass(200, 0.4)

  expect(thread.next()).toBe(200)
  thread.pass(299, 1)
  expect(thread.next()).toBe(200)
  thread.pass(1, 1)
  expect(thread.next()).toBe(40)
})
