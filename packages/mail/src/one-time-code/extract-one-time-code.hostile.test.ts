import { processorMs } from '@inlet/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCodeReader } from './extract-one-time-code.ts'

const { extract: extractOneTimeCode } = createCodeReader()

describe('hostile text takes a number of steps linear in its length, and text behind the cap of a view takes none', () => {
  test.each([
    '1 ',
    '12-',
    'code ',
    'A1 ',
    '482913\n',
    'a',
    'enter 482913 ',
    'your verification code is ',
    'order number 482913, ',
    '\u200b1',
    '验证码',
    'รหัสยืนยัน',
    '1\t',
    'AB12-CD34 ',
    ' - ',
    '> code 482913\n',
    '+1 (',
    'http://',
    'a@',
  ])('%j', (noise) => {
    const steps = (chars: number): number => {
      const work = { steps: 0 }
      extractOneTimeCode(
        { subject: 'Your verification code', text: noise.repeat(Math.ceil(chars / noise.length)) },
        work,
      )
      return work.steps
    }

    expect(steps(60_000)).toBeLessThan(2.1 * steps(30_000) + 1000)
    expect(steps(60_000)).toBeLessThan(25 * 60_000)
    expect(steps(2_000_000)).toBeLessThan(1.2 * steps(65_536))
  })
})

describe('a text takes time linear in its length, also below the cap of a view', () => {
  const names = ['river', 'paper', 'market', 'code', 'order', 'hammer', 'enter']
  const nameAt = (at: number): string => `${names[at % 7]}${'abcdefghijklmnopqrstuvwxyz'.charAt((at * at) % 26)}`
  const lines =
    (line: (at: number) => string) =>
    (chars: number): string => {
      let text = ''
      for (let at = 0; text.length < chars; at++) text += `${line(at)}\n`
      return text.slice(0, chars)
    }
  const hundredNumbers = (noise: string) => (chars: number) =>
    Array.from({ length: 100 }, (_, at) => `48${1000 + at} ${noise.repeat(chars / 100 / noise.length)}\n`).join('')
  const emptyLines = (chars: number): string => `482913 is your code\n\ncode${'\n'.repeat(chars)}a\n`

  test.each<[string, (chars: number) => string]>([
    ['one number in each line', lines((at) => `${nameAt(at)} ${10_000 + at} ${nameAt(at + 3)}`)],
    ['one number in each line, alike', lines((at) => `Card payment ${10_000 + at} at shop`)],
    ['a word for codes in each line', lines((at) => `your login code is ${10_000 + at}`)],
    ['columns alike', lines((at) => `${nameAt(at)} ${10_000 + at} 4 4,50`)],
    ['columns alike, words for codes', lines((at) => `${at % 9 ? nameAt(at) : 'code'} ${10_000 + at} 4 4,50`)],
    ['columns that change', lines((at) => `${'4 '.repeat(at % 9)}${nameAt(at)} ${10_000 + at} 4,50 ${at}`)],
    ['gaps', lines((at) => `${nameAt(at)}${' '.repeat(2 + (at % 5))}${10_000 + at}${' '.repeat(at % 4)}`)],
    ['spaces at the end', lines((at) => `a  ${10_000 + at}${' '.repeat(500)}`)],
    ['no line breaks', lines((at) => (at % 50 ? '' : '\n').concat(`${nameAt(at)} ${10_000 + at}  `))],
    ['empty lines below a label', (chars) => `${emptyLines(chars)}771204`],
    ['empty lines below a label, and numbers', (chars) => emptyLines(chars) + lines((at) => `${771_000 + at}`)(140)],
    ['words for old codes', hundredNumbers('무효 ')],
    ['words of all kinds', hundredNumbers('数字一回過期失效새무효코드')],
    ['words for other ways', hundredNumbers('code 郵送 ')],
    ['capitals', lines(() => 'code: KXQWPTA')],
  ])('%s', (_, textOf) => {
    const mailOf = (chars: number) => ({ subject: 'Your login code', text: textOf(chars) })
    const [short, long] = [mailOf(4096), mailOf(65_536)]
    const stepsOf = (mail: typeof short): number => {
      const work = { steps: 0 }
      extractOneTimeCode(mail, work)
      return work.steps
    }

    expect(stepsOf(long)).toBeLessThan(20 * stepsOf(short) + 20_000)
    expect(processorMs(() => extractOneTimeCode(long))).toBeLessThan(
      60 * processorMs(() => extractOneTimeCode(short)) + 30,
    )
  })
})

test('no text makes the extractor throw, and a code is of ASCII letters and digits', () => {
  const words = fc.constantFrom(
    'code',
    'verification code',
    ':',
    '482913',
    'AB12-CD34',
    '\n',
    '\t',
    '验证码',
    '٤٨٢٩١٣',
    '𝟒𝟖𝟐𝟗',
    '\u200b',
    'is',
    'enter',
    'order no.',
    'has expired',
    '1 2 3 4',
    '>',
    '<b>',
    '<td>',
    '&#49;',
    '\ud835',
  )
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(words, { maxLength: 30 }).map((parts) => parts.join(' ')),
    fc.array(words, { maxLength: 30 }).map((parts) => parts.join('')),
  )

  fc.assert(
    fc.property(texts, texts, texts, (subject, text, html) => {
      const found = extractOneTimeCode({ subject, text, html })

      expect(found === null || /^[A-Za-z0-9]{4,10}$/.test(found.code)).toBe(true)
    }),
    { numRuns: 500 },
  )
})
