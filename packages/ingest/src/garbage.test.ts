import { expect, test } from 'vitest'
import { noteGarbage } from './garbage.ts'
import { MailBuffer } from './mail-buffer.ts'

const mebibyte = 1024 * 1024
const heldBytes = () => process.memoryUsage().arrayBuffers

/** Lets go of as many bytes as a crowd of large mails does, in the chunks in which sockets are read. */
function dropChunks(totalBytes: number, use: (chunk: Buffer) => void): void {
  for (let bytes = 0; bytes < totalBytes; bytes += 65_536) use(Buffer.alloc(65_536))
}

test('what was told to be garbage does not pile up until V8 thinks of it', () => {
  const before = heldBytes()

  dropChunks(60 * mebibyte, (chunk) => noteGarbage(chunk.length))

  expect(heldBytes() - before).toBeLessThan(30 * mebibyte)
})

test('of a large mail in the making the chunks that brought it do not stay', () => {
  const buffer = new MailBuffer(24 * mebibyte)
  const before = heldBytes()

  dropChunks(24 * mebibyte, (chunk) => buffer.add(chunk))

  expect(buffer.size).toBe(24 * mebibyte)
  // Node does not count the buffer itself here, as it can be resized.
  expect(heldBytes() - before).toBeLessThan(20 * mebibyte)
})
