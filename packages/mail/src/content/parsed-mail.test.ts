import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { digestOf } from './parsed-mail.ts'

test.each([0, 1, 64 * 1024, 64 * 1024 + 1, 300_000])(
  'the digest of a mail of %i bytes is SHA-256 over Message-ID, NUL and bytes, in memory of its own',
  (bytes) => {
    const raw = Buffer.alloc(bytes, 'mail')
    for (const messageId of ['', '<one@sender.example>', '<grüße\u{1f600}@sender.example>']) {
      const digest = digestOf(messageId, raw)

      expect(digest).toEqual(createHash('sha256').update(messageId).update('\0').update(raw).digest())
      expect(digest?.buffer.byteLength).toBe(32)
    }
  },
)

test('a mail without a Message-ID has no digest', () => {
  expect(digestOf(null, Buffer.from('mail'))).toBeNull()
})
