import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emailInBody, foldEmail } from './email.ts'

test('two spellings of an address that differ in case or in the form of the host are the same address', () => {
  for (const text of ['ada@example.com', 'ADA@Example.COM', 'Ada@example.com.']) {
    expect(foldEmail(text), text).toBe('ada@example.com')
  }
  expect(foldEmail('ada@bücher.example')).toBe('ada@xn--bcher-kva.example')
  expect(foldEmail('ada+shop@example.com')).toBe('ada+shop@example.com')
})

test('letters that only look alike are refused, and so is any text that is no address', () => {
  for (const text of [
    'ⅾana@example.com',
    '\u212aarl@example.com',
    'ada',
    '@example.com',
    'ada@',
    'ada@host',
    'a b@x.example',
    'ada@127.0.0.1',
    'a@b@',
  ]) {
    expect(foldEmail(text), text).toBeNull()
    expect(emailInBody.safeParse(text).success, text).toBe(false)
  }
})

test('folding twice changes nothing, and no text throws', () => {
  const shaped = fc.tuple(fc.string(), fc.domain()).map(([mailbox, host]) => `${mailbox}@${host}`)
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), shaped, fc.emailAddress()), (text) => {
      const folded = foldEmail(text)
      if (folded !== null) expect(foldEmail(folded)).toBe(folded)
    }),
  )
})
