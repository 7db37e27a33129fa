import { expect, test } from 'vitest'
import { createGarbageCounter } from './garbage-collection.ts'

const mebibyte = 1024 * 1024
const chunkBytes = 65_536
const heldMiB = () => process.memoryUsage().arrayBuffers / mebibyte

/** Allocates and drops 16 MiB in chunks of the size that sockets are read in; returns what was held before. */
function leaveGarbage(): number {
  globalThis.gc?.()
  const before = heldMiB()
  for (let bytes = 0; bytes < 16 * mebibyte; bytes += chunkBytes) Buffer.alloc(chunkBytes)
  return before
}

test('bytes that became garbage are freed once 32 MiB of them are counted, and not before', () => {
  const countGarbage = createGarbageCounter()
  const before = leaveGarbage()

  countGarbage(31 * mebibyte)
  const heldBelow = heldMiB() - before
  countGarbage(mebibyte)
  const heldAfter = heldMiB() - before

  expect(heldBelow).toBeGreaterThan(12)
  expect(heldAfter).toBeLessThan(2)
})

test('after a collection the count begins again at 0', () => {
  const countGarbage = createGarbageCounter()
  countGarbage(40 * mebibyte)
  const before = leaveGarbage()

  countGarbage(31 * mebibyte)

  expect(heldMiB() - before).toBeGreaterThan(12)
})
