import { expect, test } from 'vitest'
import { concurrencyLimit } from './concurrency-limit.ts'

test('work runs up to the limit, then in the order of arrival, and is refused at once when too much is waiting', async () => {
  const runLimited = concurrencyLimit({ concurrency: 2, maxWaiting: 3 })
  const order: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      order.push(name)
      ends.push(() => resolve(name))
    })
  const started = ['a', 'b', 'c', 'd', 'e'].map((name) => runLimited(work(name), () => new Error('full')))

  await expect(runLimited(work('f'), () => new Error('full'))).rejects.toThrow('full')
  expect(order).toEqual(['a', 'b'])
  for (let n = 0; n < started.length; n += 1) {
    ends[n]?.()
    await started[n]
  }

  expect(await Promise.all(started)).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(order).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('work that fails frees its place', async () => {
  const runLimited = concurrencyLimit({ concurrency: 1, maxWaiting: 1 })

  await expect(
    runLimited(
      () => Promise.reject(new Error('broken')),
      () => new Error('full'),
    ),
  ).rejects.toThrow('broken')

  await expect(
    runLimited(
      () => Promise.resolve('next'),
      () => new Error('full'),
    ),
  ).resolves.toBe('next')
})
