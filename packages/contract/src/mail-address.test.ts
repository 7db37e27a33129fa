import { domainToUnicode } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asciiLowerCase } from './ascii-case.ts'
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

test('an address is parsed into its parts, with case folded', () => {
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

test('the text after the first plus is the detail: its case is kept, and the inbox is the same', () => {
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

test('any text is either refused or gives an address that parses into itself', () => {
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

test('a local part outside the pattern is refused; two dots in a row and a leading dot are accepted', () => {
  for (const localPart of ['', 'a b', 'ä', 'a/b', '"a"', 'a@b', 'x'.repeat(65), 'a\0', 'a\n', 'a,b', '*', '(a)']) {
    expect(parseMailAddress(`${localPart}@example.com`), localPart).toBeNull()
  }
  for (const localPart of ['..', '.a', 'a.', '-', '_', '0', 'x'.repeat(64)]) {
    expect(parseMailAddress(`${localPart}@example.com`), localPart).toMatchObject({ localPart })
  }
})

const isAscii = (text: string) => /^[\x00-\x7f]*$/.test(text)
const points = Array.from({ length: 0x110000 }, (_, point) => String.fromCodePoint(point)).filter((c) =>
  c.isWellFormed(),
)
/** All characters that some way of folding turns into ASCII: the Kelvin sign, the long s, full-width letters, ligatures, digits of other scripts. */
const likeAscii = points.filter(
  (char) =>
    !isAscii(char) &&
    [
      char.toLowerCase(),
      char.toUpperCase(),
      char.normalize('NFKC'),
      char.normalize('NFKD').replace(/\p{M}/gu, ''),
    ].some(isAscii),
)

test('no character that looks like or folds to an ASCII character is accepted as that character, in a local part or a host', () => {
  expect(likeAscii).toEqual(
    expect.arrayContaining(['\u212a', '\u017f', '\u0131', 'ａ', '．', '＠', '﹫', 'ﬀ', '\u00e9']),
  )
  for (const char of likeAscii) {
    expect(parseMailAddress(`co${char}e@example.com`), char).toBeNull()
    expect(fullAddressInPath.safeParse(`co${char}e@example.com`).success, char).toBe(false)
    const host = foldHostname(`co${char}e.example`)
    expect(host === null || (host.startsWith('xn--') && domainToUnicode(host) === `co${char}e.example`), char).toBe(
      true,
    )
  }
  for (const host of [
    'demo.localhost。',
    'demo。localhost',
    'demo．localhost',
    'demo｡localhost',
    'ｄemo.localhost',
    'de\u00admo.localhost',
  ])
    expect(foldHostname(host), host).toBeNull()
})

test('an address whose local part is not ASCII is refused', () => {
  const foreign = fc.string({ unit: 'binary', minLength: 1 }).filter((text) => !isAscii(text) && !/[+@]/.test(text))
  fc.assert(
    fc.property(fc.tuple(localParts, foreign, localParts), (parts) => {
      expect(parseMailAddress(`${parts.join('')}@example.com`)).toBeNull()
    }),
  )
})

test('a host in another script is accepted only if it is exactly the display form of its A-labels', () => {
  const letters = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  const some = fc.array(fc.constantFrom(...'äöüßçñžłøåабвгдеאבגابת日本語한국ไทยआई'), { minLength: 1, maxLength: 20 })
  const label = fc.oneof(
    letters,
    some.map((all) => all.join('')),
    fc.constantFrom('xn--bcher-kva', 'Shop', 'a-b'),
  )
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 4 }), (labels) => {
      const written = `${labels.join('.')}.example`
      const host = foldHostname(written)
      if (host === null) return
      const shown = host
        .split('.')
        .map((each, index) => (isAscii(written.split('.')[index] ?? '') ? each : domainToUnicode(each)))
      expect(shown.join('.')).toBe(asciiLowerCase(written))
    }),
    { numRuns: 2000 },
  )
  expect(foldHostname('faß.example')).toBe('xn--fa-hia.example')
  expect(foldHostname('Bücher.EXAMPLE.')).toBe('xn--bcher-kva.example')
  for (const host of ['BÜCHER.example', 'bu\u0308cher.example', 'straẞe.example', 'ǆ.example'])
    expect(foldHostname(host), host).toBeNull()
})

test('a hostname is folded to lower-case A-labels without a final dot, and folding twice changes nothing', () => {
  expect(foldHostname('Example.COM.')).toBe('example.com')
  expect(foldHostname('bücher.Example')).toBe('xn--bcher-kva.example')
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

test('a text that is no domain name is refused', () => {
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

test('a local part in a body is accepted unchanged or refused, never folded; an empty one is accepted', () => {
  fc.assert(fc.property(localParts, (localPart) => localPartInBody.parse(localPart) === localPart))
  expect(localPartInBody.parse('')).toBe('')
  for (const localPart of ['A', 'a+b', 'ä', 'a\n', 'x'.repeat(65)])
    expect(localPartInBody.safeParse(localPart).success).toBe(false)
})
