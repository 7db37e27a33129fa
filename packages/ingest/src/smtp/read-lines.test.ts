import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LineReader } from './read-lines.ts'
import { type Reply, replies } from './replies.ts'

function readAll(chunks: Buffer[], maxBytes = 64): (string | Reply)[] {
  const reader = new LineReader(maxBytes)
  const found: (string | Reply)[] = []
  for (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from = reader.next) {
      const line = reader.read(chunk, from)
      if (line !== null) found.push(line)
      if (line !== null && typeof line !== 'string' && line.next === 'close') return found
    }
  }
  return found
}

test('any chunks give the same lines', () => {
  const line = fc.stringMatching(/^[ -~ä例]{0,20}$/u)
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      (lines, cuts) => {
        const bytes = Buffer.from(lines.map((each) => `${each}\r\n`).join(''))
        const chunks: Buffer[] = []
        for (let at = 0, cut = 0; at < bytes.length; cut += 1) {
          const size = cuts[cut % cuts.length] ?? 1
          chunks.push(bytes.subarray(at, at + size))
          at += size
        }
        expect(readAll(chunks, 128)).toEqual(lines)
      },
    ),
  )
})

test('a bare LF is no line end, in any chunks', () => {
  expect(readAll([Buffer.from('NOOP\n')])).toEqual([replies.bareLineFeed])
  expect(readAll([Buffer.from('NOOP\r\n\n')])).toEqual(['NOOP', replies.bareLineFeed])
  expect(readAll([Buffer.from('NOOP'), Buffer.from('\n')])).toEqual([replies.bareLineFeed])
  expect(readAll([Buffer.from('NOOP\r'), Buffer.from('\n')])).toEqual(['NOOP'])
})

test('control characters make a line invalid, a tab does not', () => {
  for (const odd of ['a\0b', 'a\rb', 'a\u001bb', 'a\u007fb'])
    expect(readAll([Buffer.from(`${odd}\r\n`)])).toEqual([replies.badSyntax])
  expect(readAll([Buffer.from('a\tb\r\n')])).toEqual(['a\tb'])
})

test('a line that is too long is found before its end, in one chunk or in many', () => {
  const long = Buffer.from(`${'x'.repeat(63)}\r\n`)
  expect(readAll([Buffer.from(`${'x'.repeat(62)}\r\n`)])).toEqual(['x'.repeat(62)])
  expect(readAll([long])).toEqual([replies.lineTooLong])
  expect(readAll(Array.from(long, (byte) => Buffer.of(byte)))).toEqual([replies.lineTooLong])
  expect(readAll([Buffer.alloc(65, 'x')])).toEqual([replies.lineTooLong])
})
