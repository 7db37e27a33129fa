import { expect, test } from 'vitest'
import { dnsBreaker, dnsError } from './dns-breaker.ts'

function watchedBreaker(probe: () => Promise<unknown>) {
  const states: string[] = []
  let time = 0
  const breaker = dnsBreaker({
    silentLimit: 3,
    pauseMs: 1_000,
    probe,
    now: () => time,
    onChange: (state) => states.push(state),
  })
  const ask = async (outcome: 'answer' | string) => {
    let isAsked = false
    const question = () => {
      isAsked = true
      return outcome === 'answer' ? Promise.resolve('answer') : Promise.reject(dnsError(outcome))
    }
    const result = await breaker.ask(question).catch((error: { code: string }) => error.code)
    return { result, isAsked }
  }
  const pass = (ms: number) => {
    time += ms
  }
  return { breaker, states, ask, pass }
}

const silence = () => Promise.reject(dnsError('ETIMEOUT'))

test('after too many unanswered questions the servers are not asked, and every question fails at once', async () => {
  const { breaker, states, ask } = watchedBreaker(silence)

  for (const code of ['ETIMEOUT', 'ECONNREFUSED', 'ETIMEOUT']) expect(await ask(code)).toMatchObject({ isAsked: true })

  expect(breaker.isOpen()).toBe(true)
  expect(await ask('answer')).toEqual({ result: 'ETIMEOUT', isAsked: false })
  expect(states).toEqual(['silent'])
})

test('any answer, also an error of the server, resets the count', async () => {
  const { breaker, states, ask } = watchedBreaker(silence)

  for (const code of ['ETIMEOUT', 'ETIMEOUT', 'ESERVFAIL', 'ETIMEOUT', 'ETIMEOUT', 'ENOTFOUND', 'ETIMEOUT'])
    await ask(code)

  expect(breaker.isOpen()).toBe(false)
  expect(states).toEqual([])
})

test('after the pause one question is tried, and its answer closes the breaker', async () => {
  const { breaker, states, ask, pass } = watchedBreaker(silence)
  for (let count = 0; count < 3; count += 1) await ask('ETIMEOUT')

  pass(1_000)
  const trying = breaker.ask(() => new Promise((answer) => setImmediate(answer, 'late')))
  const behind = await ask('answer')
  await trying

  expect(behind).toEqual({ result: 'ETIMEOUT', isAsked: false })
  expect(await ask('answer')).toEqual({ result: 'answer', isAsked: true })
  expect(states).toEqual(['silent', 'answering'])
})

test('an unanswered try starts the pause again', async () => {
  const { breaker, ask, pass } = watchedBreaker(silence)
  for (let count = 0; count < 3; count += 1) await ask('ETIMEOUT')

  pass(1_000)
  await ask('ETIMEOUT')
  pass(999)

  expect(breaker.isOpen()).toBe(true)
})

test.for(['answer', 'ESERVFAIL'])(
  'domains with silent servers do not stop other questions while the root is answered with %s',
  async (root) => {
    const { breaker, states, ask } = watchedBreaker(() =>
      root === 'answer' ? Promise.resolve([]) : Promise.reject(dnsError(root)),
    )

    for (let count = 0; count < 3; count += 1) await ask('ETIMEOUT')
    await new Promise(setImmediate)

    expect(breaker.isOpen()).toBe(false)
    expect(states).toEqual(['silent', 'answering'])
  },
)
