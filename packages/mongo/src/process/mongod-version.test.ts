import fc from 'fast-check'
import { expect, test } from 'vitest'
import { opensDataOf, parseMongodVersion } from './mongod-version.ts'

test.each([
  ['db version v6.0.5\nBuild Info: {\n    "version": "6.0.5"', { major: 6, minor: 0, text: '6.0.5' }],
  ['db version v8.2.1-rc0', { major: 8, minor: 2, text: '8.2.1-rc0' }],
  ['7.0.28', { major: 7, minor: 0, text: '7.0.28' }],
  ['db version unknown', null],
  ['', null],
])('%j holds %j', (text, expected) => {
  expect(parseMongodVersion(text)).toEqual(expected)
})

test('every version is read from the output of mongod and from the bare text', () => {
  fc.assert(
    fc.property(fc.nat(99), fc.nat(99), fc.nat(999), (major, minor, patch) => {
      const text = `${major}.${minor}.${patch}`

      expect(parseMongodVersion(`db version v${text}\nmore`)).toEqual({ major, minor, text })
      expect(parseMongodVersion(text)).toEqual({ major, minor, text })
    }),
  )
})

test('no text makes it throw, and the parts of a version are numbers', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const version = parseMongodVersion(text)

      expect(version === null || (Number.isInteger(version.major) && Number.isInteger(version.minor))).toBe(true)
    }),
  )
})

test.each([
  ['6.0.5', { major: 6, minor: 0 }, true],
  ['8.0.28', { major: 8, minor: 2 }, true],
  ['8.2.1', { major: 8, minor: 0 }, false],
  ['6.0.5', { major: 7, minor: 0 }, false],
  ['7.0.1', { major: 6, minor: 0 }, false],
])('data of %s opened by %j: %s', (recorded, version, expected) => {
  expect(opensDataOf(recorded, { ...version, text: '' })).toBe(expected)
})
