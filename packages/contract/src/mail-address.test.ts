import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  foldHostname,
  fullAddressInPath,
  localPartInBody,
  localPartPattern,
  mailHost,
  parseMailAddress,
} from './mail-address.ts'

const localCharacters = 'abcdefghijklmnopqrstuvwxyz0123456789._-'
const localParts = fc.string({ unit: fc.constantFrom(...localCharacters), minLength: 1, maxLength: 64 })
const hostnames = fc.domain().filter((host) => foldHostname(host) !== null)
const anyCase = (text: string) =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((upper) => [...text].map((character, n) => (upper[n] ? character.toUpperCase() : character)).join(''))

test('an address is taken apart into what it was made of, case folded', () => {
  const cases = fc.tuple(localParts, hostnames).chain(([localPart, host]) =>
    fc.record({
      localPart: fc.constant(localPart),
      host: fc.constant(host),
      written: anyCase(`${localPart}@${host}`),
    }),
  )
  fc.assert(
    fc.property(cases, ({ localPart, host, written }) => {
      const hostname = host.toLowerCase()
      expect(parseMailAddress(written)).toEqual({
        localPart,
        detail: null,
        hostname,
        fullAddress: `${localPart}@${hostname}`,
      })
      expect(mailHost(written)).toBe(hostname)
      expect(fullAddressInPath.parse(written)).toBe(`${localPart}@${hostname}`)
    }),
  )
})

test('what stands behind the first plus is the detail, kept as it is, and belongs to the same inbox', () => {
  fc.assert(
    fc.property(localParts, fc.string(), (localPart, detail) => {
      expect(parseMailAddress(`${localPart}+${detail}@example.com`)).toEqual({
        localPart,
        detail,
        hostname: 'example.com',
        fullAddress: `${localPart}@example.com`,
      })
      expect(fullAddressInPath.safeParse(`${localPart}+${detail}@example.com`).success).toBe(false)
    }),
  )
})

test('any text is either refused or gives an address that is taken apart into itself', () => {
  const mixed = fc
    .tuple(fc.string({ unit: 'binary' }), fc.constantFrom('@', '+', '.', '@@'), fc.string({ unit: 'binary' }))
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.emailAddress(), mixed), (text) => {
      const parsed = parseMailAddress(text)
      if (parsed === null) return
      expect(parsed.localPart).toMatch(localPartPattern)
      expect(foldHostname(parsed.hostname)).toBe(parsed.hostname)
      expect(parseMailAddress(parsed.fullAddress)).toEqual({ ...parsed, detail: null })
      expect(mailHost(text)).toBe(parsed.hostname)
    }),
    { numRuns: 500 },
  )
})

test('a local part outside the pattern is refused; two dots or one in front are within it', () => {
  for (const localPart of ['', 'a b', 'ä', 'a/b', '"a"', 'a@b', 'x'.repeat(65), 'a\0', 'a\n', 'a,b', '*', '(a)']) {
    expect(parseMailAddress(`${localPart}@example.com`), localPart).toBeNull()
  }
  for (const localPart of ['..', '.a', 'a.', '-', '_', '0', 'x'.repeat(64)]) {
    expect(parseMailAddress(`${localPart}@example.com`), localPart).toMatchObject({ localPart })
  }
  // The long s and the Kelvin sign fold to ASCII letters in some ways of folding; an address with them is another one, or none.
  expect(parseMailAddress('\u017fhop@example.com')).toBeNull()
})

test('a hostname is folded to lower-case A-labels without a final dot, and folding twice changes nothing', () => {
  expect(foldHostname('Example.COM.')).toBe('example.com')
  expect(foldHostname('BÜCHER.example')).toBe('xn--bcher-kva.example')
  expect(foldHostname('例え.テスト')).toBe('xn--r8jz45g.xn--zckzah')
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.domain(),
        fc.string({ unit: 'grapheme' }).map((text) => `${text}.example`),
      ),
      (text) => {
        const folded = foldHostname(text)
        if (folded === null) return
        expect(folded).toMatch(/^[a-z0-9.-]{3,253}$/)
        expect(foldHostname(folded)).toBe(folded)
      },
    ),
    { numRuns: 500 },
  )
})

test('what is no domain name is refused', () => {
  const refused = [
    '',
    '.',
    '..',
    'localhost',
    'a..b',
    '.a.b',
    '-a.example',
    'a-.example',
    'a_b.example',
    '127.0.0.1',
    '0x7f.1',
    '2130706433',
    '[::1]',
    '::1',
    'exa mple.com',
    'a.example:25',
    'a.example/',
    'a.example?',
    'a.example#',
    'u@a.example',
    'a%2eexample',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(126)}example`,
    'a.example\0',
    'a.example\n',
  ]

  for (const text of refused) expect(foldHostname(text), JSON.stringify(text)).toBeNull()
})

test('a local part in a body is taken as it is or refused, never folded; an empty one passes', () => {
  fc.assert(fc.property(localParts, (localPart) => localPartInBody.parse(localPart) === localPart))
  expect(localPartInBody.parse('')).toBe('')
  for (const localPart of ['A', 'a+b', 'ä', 'a\n', 'x'.repeat(65)])
    expect(localPartInBody.safeParse(localPart).success).toBe(false)
})
