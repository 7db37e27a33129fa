import { expect, test } from 'vitest'
import { noteGarbage } from './garbage.ts'

const mebibyte = 1024 * 1024
const heldBytes = () => process.memoryUsage().arrayBuffers

/** Lets go of as many bytes as a crowd of large mails does, in the chunks in which sockets are read; returns how many lay there at most. */
function mostHeld(totalBytes: number, use: (chunk: Buffer) => void): number {
  const before = heldBytes()
  let most = 0
  for (let bytes = 0; bytes < totalBytes; bytes += 65_536) {
    use(Buffer.alloc(65_536))
    most = Math.max(most, heldBytes() - before)
  }
  return most
}

test('what was told to be garbage does not pile up until V8 thinks of it', () => {
  expect(mostHeld(320 * mebibyte, (chunk) => noteGarbage(chunk.length))).toBeLessThan(64 * mebibyte)
})
