import { expect, test } from 'vitest'
import { sharedCalls } from './shared-calls.ts'

/** A source whose loads end when the test says so; each load gives the value that the source had when it began. */
function slowSource() {
  const loads: { end: (error?: Error) => void }[] = []
  const source = { value: 1 }
  const load = () =>
    new Promise<number>((resolve, reject) => {
      const { value } = source
      loads.push({ end: (error) => (error ? reject(error) : resolve(value)) })
    })
  return { source, loads, load }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('calls that come during a load share the next one, and are never answered by a load that began before them', async () => {
  const { source, loads, load } = slowSource()
  const call = sharedCalls<number>()

  const first = call('a', load)
  source.value = 2
  const during = [call('a', load), call('a', load)]
  await turn()
  expect(loads).toHaveLength(1)
  loads[0]?.end()
  await turn()
  source.value = 3
  const later = call('a', load)
  loads[1]?.end()
  await turn()
  loads[2]?.end()

  expect(await Promise.all([first, ...during, later])).toEqual([1, 2, 2, 3])
  expect(loads).toHaveLength(3)
})

test('a call that comes after the end of all others loads at once', async () => {
  const { source, loads, load } = slowSource()
  const call = sharedCalls<number>()
  const first = call('a', load)
  loads[0]?.end()
  expect(await first).toBe(1)

  source.value = 2
  const second = call('a', load)
  loads[1]?.end()

  expect(await second).toBe(2)
})

test('calls of different keys do not wait for each other', async () => {
  const { loads, load } = slowSource()
  const call = sharedCalls<number>()

  const calls = [call('a', load), call('b', load)]

  expect(loads).toHaveLength(2)
  for (const { end } of loads) end()
  await Promise.all(calls)
})

test('a load that fails rejects its own calls, and no others', async () => {
  const { loads, load } = slowSource()
  const call = sharedCalls<number>()

  const results = Promise.allSettled([call('a', load), call('a', load), call('a', load)])
  loads[0]?.end(new Error('away'))
  await turn()
  loads[1]?.end()

  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
})
