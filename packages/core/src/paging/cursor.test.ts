import { AppError } from '@inlet/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CursorScope, decodeCursor, encodeCursor } from './cursor.ts'

const base32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const ulids = fc
  .tuple(
    fc.constantFrom(...base32.slice(0, 8)),
    fc.string({ unit: fc.constantFrom(...base32), minLength: 25, maxLength: 25 }),
  )
  .map(([first, rest]) => first + rest)
const scopes: fc.Arbitrary<CursorScope> = fc.record({
  list: fc.constantFrom('messages', 'addresses'),
  filters: fc.dictionary(fc.constantFrom('q', 'hostname', 'after', 'hasOtp'), fc.oneof(fc.string(), fc.boolean())),
})

function isRefused(scope: CursorScope, text: string): boolean {
  try {
    decodeCursor(scope, text)
    return false
  } catch (error) {
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({
      code: 'BAD_REQUEST',
      facts: { details: [{ path: 'cursor', code: 'invalid_cursor' }] },
    })
    return true
  }
}

test('a cursor leads back to its position, in the same list with the same filters', () => {
  fc.assert(
    fc.property(scopes, ulids, (scope, position) => {
      expect(decodeCursor(scope, encodeCursor(scope, position))).toBe(position)
    }),
  )
})

test('a cursor is short and safe in a URL as it stands', () => {
  fc.assert(
    fc.property(scopes, ulids, (scope, position) => {
      expect(encodeCursor(scope, position)).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    }),
  )
})

test('no position is the empty text, and an empty or absent cursor is the beginning of a list', () => {
  fc.assert(
    fc.property(scopes, (scope) => {
      expect(encodeCursor(scope, null)).toBe('')
      expect(decodeCursor(scope, '')).toBeNull()
      expect(decodeCursor(scope, undefined)).toBeNull()
    }),
  )
})

test('any other text is invalid_cursor', () => {
  const texts = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.string({ unit: 'binary', minLength: 1 }),
    fc.base64String({ minLength: 4 }),
    ulids,
  )
  fc.assert(fc.property(scopes, texts, (scope, text) => isRefused(scope, text)))
})

test('a cursor with one character changed or added is invalid_cursor, or another position of the same list', () => {
  const characters = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ ')
  const edits = fc.record({ at: fc.nat(), character: characters, removed: fc.constantFrom(0, 1) })
  fc.assert(
    fc.property(scopes, ulids, edits, (scope, position, { at, character, removed }) => {
      const cursor = encodeCursor(scope, position)
      const place = at % cursor.length
      const changed = cursor.slice(0, place) + character + cursor.slice(place + removed)
      fc.pre(changed !== cursor)
      // The first twelve characters are version and list: nothing of them may change.
      const isWithinPosition = place >= 12 && removed === 1
      if (isRefused(scope, changed)) return
      expect(isWithinPosition).toBe(true)
      expect(decodeCursor(scope, changed)).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
    }),
  )
})

test('a cursor of another list or for other filters is invalid_cursor', () => {
  fc.assert(
    fc.property(scopes, scopes, ulids, (scope, other, position) => {
      const written = ({ list, filters }: CursorScope) =>
        JSON.stringify([list, Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1))])
      fc.pre(written(scope) !== written(other))
      expect(isRefused(other, encodeCursor(scope, position))).toBe(true)
    }),
  )
})

test('the order of filters and those that are absent make no other list', () => {
  fc.assert(
    fc.property(fc.string(), ulids, (q, position) => {
      const cursor = encodeCursor({ list: 'messages', filters: { q, hasOtp: true } }, position)
      expect(decodeCursor({ list: 'messages', filters: { hasOtp: true, after: undefined, q } }, cursor)).toBe(position)
    }),
  )
})
