import { expect, test } from 'vitest'
import { groupedWrites } from './record-attempts.ts'

test('what comes while a group is written makes the next group, and each caller gets the outcome of its own group', async () => {
  const groups: number[][] = []
  const first = Promise.withResolvers<void>()
  const write = groupedWrites<number>(async (items) => {
    groups.push(items)
    if (items.includes(1)) await first.promise
    if (items.includes(3)) throw new Error('refused')
  })

  const one = write(1)
  await Promise.resolve()
  await Promise.resolve()
  const [two, three] = [write(2), write(3)]
  const later = Promise.allSettled([two, three])
  first.resolve()

  await expect(one).resolves.toBeUndefined()
  expect((await later).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(write(4)).resolves.toBeUndefined()
  expect(groups).toEqual([[1], [2, 3], [4]])
})
