import { expect, test } from 'vitest'
import { withDeadline } from './with-deadline.ts'

test('work that ends in time gives its result or its error', async () => {
  await expect(withDeadline(Promise.resolve(7), 10_000, () => new Error('late'))).resolves.toBe(7)
  await expect(withDeadline(Promise.reject(new Error('no')), 10_000, () => new Error('late'))).rejects.toThrow('no')
})

test('past the deadline the given error is thrown, and a later failure of the work is ignored', async () => {
  const { promise, reject } = Promise.withResolvers<void>()

  await expect(withDeadline(promise, 1, () => new RangeError('late'))).rejects.toThrow(RangeError)
  reject(new Error('much later'))
})
