import { expect, test } from 'vitest'
import { dnsBreaker, dnsFault } from './dns-breaker.ts'

function watchedBreaker(probe: () => Promise<unknown>) {
  const told: string[] = []
  let time = 0
  const breaker = dnsBreaker({
    silentLimit: 3,
    pauseMs: 1_000,
    probe,
    now: () => time,
    onChange: (state) => told.push(state),
  })
  const ask = async (outcome: 'answer' | string) => {
    let isAsked = false
    const question = () => {
      isAsked = true
      return outcome === 'answer' ? Promise.resolve('answer') : Promise.reject(dnsFault(outcome))
    }
    const heard = await breaker.ask(question).catch((error: { code: string }) => error.code)
    return { heard, isAsked }
  }
  const pass = (ms: number) => {
    time += ms
  }
  return { breaker, told, ask, pass }
}

const silence = () => Promise.reject(dnsFault('ETIMEOUT'))

test('silent servers are not asked any more, and every question fails at once', async () => {
  const { breaker, told, ask } = watchedBreaker(silence)

  for (const code of ['ETIMEOUT', 'ECONNREFUSED', 'ETIMEOUT']) expect(await ask(code)).toMatchObject({ isAsked: true })

  expect(breaker.isOpen()).toBe(true)
  expect(await ask('answer')).toEqual({ heard: 'ETIMEOUT', isAsked: false })
  expect(told).toEqual(['silent'])
})

test('any answer, an error of the server too, begins the count anew', async () => {
  const { breaker, told, ask } = watchedBreaker(silence)

  for (const code of ['ETIMEOUT', 'ETIMEOUT', 'ESERVFAIL', 'ETIMEOUT', 'ETIMEOUT', 'ENOTFOUND', 'ETIMEOUT'])
    await ask(code)

  expect(breaker.isOpen()).toBe(false)
  expect(told).toEqual([])
})

test('when the pause is over one question tries, and its answer lets the others through', async () => {
  const { breaker, told, ask, pass } = watchedBreaker(silence)
  for (let count = 0; count < 3; count += 1) await ask('ETIMEOUT')

  pass(1_000)
  const trying = breaker.ask(() => new Promise((answer) => setImmediate(answer, 'late')))
  const behind = await ask('answer')
  await trying

  expect(behind).toEqual({ heard: 'ETIMEOUT', isAsked: false })
  expect(await ask('answer')).toEqual({ heard: 'answer', isAsked: true })
  expect(told).toEqual(['silent', 'answering'])
})

test('an unanswered try begins the pause anew', async () => {
  const { breaker, ask, pass } = watchedBreaker(silence)
  for (let count = 0; count < 3; count += 1) await ask('ETIMEOUT')

  pass(1_000)
  await ask('ETIMEOUT')
  pass(999)

  expect(breaker.isOpen()).toBe(true)
})

test.for(['answer', 'ESERVFAIL'])(
  'domains with silent servers stop nobody while the root is answered with %s',
  async (root) => {
    const { breaker, told, ask } = watchedBreaker(() =>
      root === 'answer' ? Promise.resolve([]) : Promise.reject(dnsFault(root)),
    )

    for (let count = 0; count < 3; count += 1) await ask('ETIMEOUT')
    await new Promise(setImmediate)

    expect(breaker.isOpen()).toBe(false)
    expect(told).toEqual(['silent', 'answering'])
  },
)
