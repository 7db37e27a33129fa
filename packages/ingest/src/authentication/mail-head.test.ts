import fc from 'fast-check'
import { expect, test } from 'vitest'
import { slowHeads } from '../../test/slow-heads.ts'
import { findMailHead } from './mail-head.ts'

const look = (text: string) => findMailHead(Buffer.from(text, 'latin1'))

test('the head ends after the first empty line, whatever the line endings', () => {
  expect(look('A: 1\r\n\r\nbody\r\n\r\n')).toMatchObject({ sizeBytes: 8 })
  expect(look('A: 1\n\nbody\r\n\r\n')).toMatchObject({ sizeBytes: 6 })
  expect(look('A: 1\r\n\nbody\n\n')).toMatchObject({ sizeBytes: 7 })
  expect(look('A: 1\n\r\nbody\n\n')).toMatchObject({ sizeBytes: 7 })
})

test('without an empty line the head ends with a boundary, or at the first line that is no field and has no usual field after it', () => {
  expect(look('A: 1\r\nSubject: a\r\nno field\r\nB: 2')).toMatchObject({ sizeBytes: 18 })
  expect(look('A: 1\r\n--b\r\nSubject: a\r\n\r\n')).toMatchObject({ sizeBytes: 6 })
  expect(look('A: 1\r\nno field\r\nSubject: a\r\n\r\nbody')).toMatchObject({ sizeBytes: 30 })
})

test('a mail without an empty line is all head', () => {
  expect(look('A: 1\r\nB: 2')).toEqual({ sizeBytes: 10, hasSignature: false })
  expect(look('')).toEqual({ sizeBytes: 0, hasSignature: false })
})

test('a signature counts in the head only, at the beginning of a line, in any case', () => {
  expect(look('A: 1\r\ndkim-SIGNATURE : v=1\r\n\r\n')).toMatchObject({ hasSignature: true })
  expect(look('A: 1\r\n DKIM-Signature: v=1\r\n\r\n')).toMatchObject({ hasSignature: false })
  expect(look('X-DKIM-Signature: v=1\r\n\r\n')).toMatchObject({ hasSignature: false })
  expect(look('A: 1\r\n\r\nDKIM-Signature: v=1\r\n')).toMatchObject({ hasSignature: false })
})

test('a head above 128 KiB is not judged, a body may be of any size', () => {
  expect(look(`A: ${'x'.repeat(128 * 1024)}\r\n\r\n`)).toBeNull()
  expect(look(`A: 1\r\n\r\n${'x\r\n'.repeat(200_000)}`)).toMatchObject({ sizeBytes: 8 })
})

test('of a large mail, a head without an empty line is not judged, since later fields may belong to it; one that ends with a boundary is', () => {
  const text = 'no field\r\n'.repeat(20_000)

  expect(look(`A: 1\r\n${text}Subject: a\r\n\r\nbody`)).toBeNull()
  expect(look(`A: 1\r\nSubject: a\r\n${text}`)).toBeNull()
  expect(look(`A: 1\r\n--b\r\n${text}`)).toMatchObject({ sizeBytes: 6 })
})

const within = (name: string, text: string) => look(`${name}: 1\r\n${text}\r\nSubject: a\r\n\r\nbody`) !== null

test('a head of more than 2,000 lines is not judged', () => {
  expect(look(`${'A: 1\r\n'.repeat(1_999)}\r\n`)).not.toBeNull()
  expect(look(`${'A: 1\r\n'.repeat(2_001)}\r\n`)).toBeNull()
})

test('a mail with a field above 8 KiB, folded or of lines that begin no field, is not judged; one with many shorter fields is', () => {
  expect(within('A', `X: ${'x'.repeat(8_000)}`)).toBe(true)
  expect(within('A', `X: ${'x'.repeat(8_200)}`)).toBe(false)
  for (const line of ['\r\n a: b c d e f', '\r\nno field', '\r\n\x80x: y', '\r\n: z', '\n\tx'])
    expect(within('A', `X: 1${line.repeat(Math.ceil(8_200 / line.length))}`), line).toBe(false)
  expect(within('A', `X: ${'x'.repeat(8_000)}\r\n`.repeat(15))).toBe(true)
})

test('a run of more than 256 CR, LF, blanks or tabs is not judged, wherever in the head; in the body it is', () => {
  for (const piece of [' ', '\t', '\r', ' \t', '\r\n ', '\r\r\n ']) {
    const run = (length: number) => piece.repeat(Math.floor(length / piece.length))
    expect(within('A', `X: a${run(250)}b`), JSON.stringify(piece)).toBe(true)
    for (const text of [`X: a${run(270)}b`, `X${run(270)}: a`, `X${run(270)}Y: a`, `X:${run(270)}a`])
      expect(within('A', text), JSON.stringify(piece)).toBe(false)
  }
  expect(look(`A: 1\r\n\r\n${' '.repeat(1_000)}x`)).toMatchObject({ sizeBytes: 8 })
})

test('heads that mailauth takes long for are not judged when they are large', () => {
  for (const [name, head] of Object.entries(slowHeads)) expect(look(head(120_000)), name).toBeNull()
})

test('a text that begins without a field has no head, whatever follows; a byte-order mark is part of the head', () => {
  for (const text of ['Good morning\r\nFrom: a@b.example\r\n\r\n', '\x80: 1\r\n\r\n', ': 1\r\n\r\n'])
    expect(look(text), text).toEqual({ sizeBytes: 0, hasSignature: false })
  expect(look('\r\nDKIM-Signature: v=1\r\n\r\n')).toEqual({ sizeBytes: 2, hasSignature: false })
  expect(look('\xef\xbb\xbfDKIM-Signature: v=1\r\n\r\nbody')).toEqual({ sizeBytes: 26, hasSignature: true })
})

test('a head of fields ends with its first empty line, or with the mail', () => {
  const line = fc.constantFrom('a: b', 'b:', ' folded', '\t', '')
  const bytes = fc
    .array(fc.tuple(line, fc.constantFrom('\r\n', '\n')), { maxLength: 20 })
    .map((lines) => `a:\n${lines.flat().join('')}`)
  fc.assert(
    fc.property(bytes, (text) => {
      const size = look(text)?.sizeBytes ?? -1
      expect(size === text.length || /\n\r?\n$/.test(text.slice(0, size))).toBe(true)
      expect(text.slice(0, Math.max(0, size - 1))).not.toMatch(/\n\r?\n/)
    }),
  )
})
