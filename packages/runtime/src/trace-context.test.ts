import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newTraceId, readTraceparent } from './trace-context.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'
const valid = `00-${traceId}-${spanId}-01`

const hex = (chars: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: chars, maxLength: chars })
const notZero = (text: string) => !/^0+$/.test(text)
const parts = fc.record({
  traceId: hex(32).filter(notZero),
  spanId: hex(16).filter(notZero),
  flags: hex(2),
})

test('the ids of a valid header are returned, whatever its flags', () => {
  fc.assert(
    fc.property(parts, ({ flags, ...ids }) => {
      expect(readTraceparent(`00-${ids.traceId}-${ids.spanId}-${flags}`)).toEqual(ids)
    }),
  )
})

test('of a later version the first four fields are read, and more behind a dash is ignored', () => {
  const later = hex(2).filter((version) => version !== '00' && version !== 'ff')
  const anything = fc.string({ unit: 'binary', maxLength: 300 }).filter((text) => !text.includes(','))
  fc.assert(
    fc.property(later, parts, anything, (version, { flags, ...ids }, more) => {
      const header = `${version}-${ids.traceId}-${ids.spanId}-${flags}`
      expect(readTraceparent(header)).toEqual(ids)
      expect(readTraceparent(`${header}-${more}`)).toEqual(ids)
      expect(readTraceparent(`${header}x${more}`)).toBeNull()
    }),
  )
})

test('version 00 has exactly four fields', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (more) => {
      expect(readTraceparent(`${valid}${more}`)).toBeNull()
      expect(readTraceparent(`${valid}-${more}`)).toBeNull()
    }),
  )
})

test('version ff, ids of zeros, capital letters and missing fields are invalid', () => {
  for (const bad of [
    `ff-${traceId}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    valid.toUpperCase(),
    `00-${traceId}-${spanId}`,
    `00-${traceId}-${spanId}-`,
    `0-${traceId}-${spanId}-01`,
    `00-${traceId.slice(1)}-${spanId}-01`,
    ` ${valid}`,
    `${valid}\n`,
    `${valid}, ${valid}`,
    // Two headers come as one with a comma.
    `01-${traceId}-${spanId}-01-more, ${valid}`,
    '',
  ]) {
    expect(readTraceparent(bad), bad).toBeNull()
  }
  expect(readTraceparent(undefined)).toBeNull()
  expect(readTraceparent([valid, valid])).toBeNull()
})

test('no header throws, and every result is two ids or null', () => {
  const nearly = fc
    .tuple(fc.nat(valid.length - 1), fc.string({ unit: 'binary', maxLength: 3 }))
    .map(([at, text]) => valid.slice(0, at) + text + valid.slice(at + text.length))
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), nearly), (header) => {
      const read = readTraceparent(header)
      if (read === null) return
      expect(read.traceId).toMatch(/^(?!0+$)[0-9a-f]{32}$/)
      expect(read.spanId).toMatch(/^(?!0+$)[0-9a-f]{16}$/)
      expect(header).toContain(`${read.traceId}-${read.spanId}`)
    }),
    { numRuns: 500 },
  )
})

test('a very long header takes no time', () => {
  const long = `01-${traceId}-${spanId}-01-${'-'.repeat(1_000_000)}`
  const before = process.cpuUsage()

  expect(readTraceparent(long)).toBeNull()

  // The processor's time, in microseconds: what else runs on the machine does not count.
  expect(process.cpuUsage(before).user).toBeLessThan(100_000)
})

test('new trace ids are valid, and no two are the same', () => {
  const ids = Array.from({ length: 10_000 }, newTraceId)

  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids.slice(0, 300)) expect(readTraceparent(`00-${id}-${spanId}-01`)?.traceId).toBe(id)
})
