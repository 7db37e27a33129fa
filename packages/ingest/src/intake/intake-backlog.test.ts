import { expect, test } from 'vitest'
import { IntakeBacklog } from './intake-backlog.ts'

/** A backlog with a clock that is set; with `hold` a mail ends every 5 ms while so many wait. */
function backlogWorld() {
  let at = 1_000
  let waiting = 0
  const backlog = new IntakeBacklog({ waiting: () => waiting, now: () => at })
  const isBusy = () => backlog.state().isBusy
  const pass = (ms: number) => {
    at += ms
  }
  return {
    backlog,
    isBusy,
    pass,
    hold(count: number, ms: number) {
      waiting = count
      for (let passed = 0; passed < ms; passed += 5) {
        backlog.began()
        backlog.ended()
        pass(5)
      }
    },
  }
}

test('receiving is busy while mails wait, and no longer when none does', () => {
  const { isBusy, hold } = backlogWorld()
  expect(isBusy()).toBe(false)

  hold(20, 250)
  expect(isBusy()).toBe(true)
  hold(0, 1_000)
  expect(isBusy()).toBe(false)
})

test('a few mails that wait now and then are no backlog, nor are many for a moment; a moment without one ends no backlog', () => {
  const { isBusy, hold } = backlogWorld()

  for (let times = 0; times < 100; times += 1) {
    hold(3, 20)
    hold(0, 80)
  }
  expect(isBusy()).toBe(false)
  hold(20, 5)
  expect(isBusy()).toBe(false)
  for (let times = 0; times < 100; times += 1) {
    hold(20, 15)
    hold(0, 35)
  }
  expect(isBusy()).toBe(false)
  hold(20, 1_000)
  hold(0, 50)
  expect(isBusy()).toBe(true)
})

test('a backlog ends by itself after the last mail', () => {
  const { isBusy, hold, pass } = backlogWorld()
  hold(1_000, 1_000)
  hold(0, 5)
  expect(isBusy()).toBe(true)

  pass(2_000)
  expect(isBusy()).toBe(false)
})

test('the mails that have ended are counted, those that have only come are not', () => {
  const { backlog, hold } = backlogWorld()

  hold(0, 50)
  backlog.began()

  expect(backlog.state().mails).toBe(10)
})

test('where nothing is answered any more, what waits goes on to count', () => {
  const { isBusy, hold, pass } = backlogWorld()
  hold(30, 5)

  pass(60_000)

  expect(isBusy()).toBe(true)
})
