import fc from 'fast-check'
import { dkimVerify } from 'mailauth'
import { expect, test } from 'vitest'
import { type BodyCanonicalization, canonicalBody } from './canonical-body.ts'

const relaxed = (text: string) => canonicalBody(Buffer.from(text), 'relaxed').toString()
const simple = (text: string) => canonicalBody(Buffer.from(text), 'simple').toString()

test('relaxed: white space runs become one space, and none stays at the end of a line', () => {
  expect(relaxed('a \t b\t\r\n \r\n c  \r\n\r\n')).toBe('a b\r\n\r\n c\r\n\r\n')
})

test('both: lines end with CRLF, and a CR that no LF follows is content', () => {
  expect(relaxed('a\nb \nc\rd\r\r\n')).toBe('a\r\nb\r\nc\rd\r\r\n')
  expect(simple('a \nb\r\n\n')).toBe('a \r\nb\r\n\r\n')
})

test('a simple body without bare line feeds is not copied', () => {
  const body = Buffer.from('a  b\r\n \r\n')

  expect(canonicalBody(body, 'simple')).toBe(body)
})

/** The body hash that mailauth finds, for a signature that signs `limit` bytes of the body. */
async function bodyHash(
  body: Buffer,
  canonicalization: BodyCanonicalization,
  limit: string,
): Promise<string | undefined> {
  const signature = `v=1; a=rsa-sha256; c=simple/${canonicalization}; d=x.test; s=s; h=from; ${limit} bh=AAAA; b=AAAA`
  const head = Buffer.from(`DKIM-Signature: ${signature}\r\nFrom: a@x.test\r\n\r\n`)
  const { results } = await dkimVerify(Buffer.concat([head, body]), {
    resolver: () => Promise.reject(new Error('this test asks no DNS server')),
  })
  return results[0]?.bodyHash
}

test.for(['simple', 'relaxed'] as const)(
  'mailauth finds the same %s hash with and without it',
  async (canonicalization) => {
    const piece = fc.constantFrom(' ', '\t', '\r', '\n', '\r\n', 'a', 'bc', '--b', '\0', '\xA0')
    const bodies = fc.array(piece, { maxLength: 30 }).map((pieces) => Buffer.from(pieces.join(''), 'latin1'))
    const limits = fc.constantFrom('', 'l=0;', 'l=3;', 'l=1000;')

    await fc.assert(
      fc.asyncProperty(bodies, limits, async (body, limit) => {
        const [asItCame, made] = [body, canonicalBody(body, canonicalization)]
        const expected = await bodyHash(asItCame, canonicalization, limit)
        expect(expected).toMatch(/^[\w+/]{43}=$/)
        expect(await bodyHash(made, canonicalization, limit)).toBe(expected)
      }),
      { numRuns: 200 },
    )
  },
)
