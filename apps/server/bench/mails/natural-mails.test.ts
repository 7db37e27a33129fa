import { attachmentsIn, createMailParser } from '@inlet/mail'
import { expect, test } from 'vitest'
import { type MailName, mailNames, mailSizes, mailSource, naturalMail, nearestMail } from './natural-mails.ts'

const parse = createMailParser()
const seeds = Array.from({ length: 40 }, (_, seed) => seed)

/** Made mails of one name, as they are sent. */
function sentMails(name: MailName): Buffer[] {
  const nextMail = mailSource(name)
  return seeds.map((seed) => Buffer.concat(nextMail(`4194304.${seed}`)))
}

const parsed = (raw: Buffer) => parse(raw, { mailFrom: 'no-reply@shop.example', isTls: false })
const visibleText = (raw: Buffer): string => parsed(raw).searchText
const wordsOf = (texts: string[]): Set<string> => new Set(texts.flatMap((text) => text.match(/\p{L}{5,}/gu) ?? []))
const isIn =
  (words: Set<string>) =>
  (word: string): boolean =>
    words.has(word)

test.each(mailNames)('a mail called %s has its size within 5 % and lines that SMTP carries as they are', (name) => {
  for (const mail of sentMails(name)) {
    expect(Math.abs(mail.length / mailSizes[name] - 1)).toBeLessThanOrEqual(0.05)
    const lines = mail.toString('latin1').split('\r\n')
    expect(lines.filter((line) => line.startsWith('.') || line.length > 998 || /[\r\n\x80-\xff]/.test(line))).toEqual(
      [],
    )
    expect(lines.at(-1)).toBe('')
  }
})

test.each(mailNames)(
  'a mail called %s is the same for the same number, and shares few lines with any other',
  (name) => {
    const linesOf = (seed: number) => naturalMail(name, seed).rest.toString('latin1').split('\r\n')

    expect(naturalMail(name, 7)).toEqual(naturalMail(name, 7))
    for (const seed of seeds.slice(1)) {
      const first = new Set(linesOf(0))
      const shared = linesOf(seed).filter((line) => line.length > 40 && first.has(line))
      expect(shared.join('').length / mailSizes[name]).toBeLessThan(0.35)
    }
  },
)

test('no two of the mails are written with the same words', () => {
  const words = new Map(mailNames.map((name) => [name, wordsOf(sentMails(name).map(visibleText))]))

  for (const [name, own] of words) {
    const others = new Set([...words].flatMap(([other, theirs]) => (other === name ? [] : [...theirs])))
    expect([...own].filter(isIn(others)).length / own.size, name).toBeLessThan(0.5)
  }
})

test('a mail with a code has a code that is found, and only such a mail has one', () => {
  const codes = (name: MailName) => sentMails(name).filter((mail) => parsed(mail).otpCode !== null).length

  expect(codes('code')).toBeGreaterThanOrEqual(38)
  for (const name of mailNames.filter((each) => each !== 'code')) expect(codes(name), name).toBeLessThanOrEqual(2)
})

test('an invoice has a PDF, which is most of it', () => {
  const [mail = Buffer.alloc(0)] = sentMails('invoice')

  const [file] = attachmentsIn(mail)

  expect(file).toMatchObject({ contentType: 'application/pdf' })
  expect(file?.sizeBytes).toBeGreaterThan(0.6 * mail.length)
})

test('a size names the mail that is nearest to it', () => {
  expect([1, 1_000, 6_000, 10_000, 80_000].map(nearestMail)).toEqual(['line', 'line', 'code', 'code', 'newsletter'])
})
