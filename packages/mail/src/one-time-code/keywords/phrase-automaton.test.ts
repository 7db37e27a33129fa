import { expect, test } from 'vitest'
import { TextNormalizer } from '../view/normal-text.ts'
import { PhraseAutomaton } from './phrase-automaton.ts'

/** What is found of some phrases in a text, as the text has it. */
function found(phrases: Record<string, string[]>, text: string): string[] {
  const automaton = new PhraseAutomaton(new Map(Object.entries(phrases)), new TextNormalizer())
  const { plain, folded } = new TextNormalizer().normalize(text)
  return automaton
    .in(folded)
    .find([{ start: 0, end: folded.length }], { steps: 0 })
    .flat()
    .map(({ kind, start, end }) => `${kind} ${plain.slice(start, end)}`)
}

test.each<[string, string[], string, string[]]>([
  ['a stem matches every ending', ['bestätigungscod'], 'Ihre Bestätigungscodes', ['a Bestätigungscod']],
  ['a phrase begins where a word begins', ['code'], 'barcode code', ['a code']],
  ['a dollar sign ends the word', ['tan$'], 'Tante, TAN, tan4', ['a TAN', 'a tan']],
  ['a dollar sign inside is itself', ['r$ 5'], 'R$ 50', ['a R$ 5']],
  ['an asterisk lets it be the tail of a compound', ['*code$'], 'Rabattcode, code, codes', ['a code', 'a code']],
  ['a space is any white space or hyphen', ['one time code'], 'one-time\n  code', ['a one-time\n  code']],
  ['accents, case and width count for nothing', ['código'], 'CODIGO ｃｏ́digo', ['a CODIGO', 'a codigo']],
  ['Han begins anywhere', ['验证码'], '您的验证码是', ['a 验证码']],
  ['Arabic begins behind a glued particle', ['رمز'], 'بالرمز', ['a رمز']],
  ['and ends with its word where it must', ['کد$'], 'کدام کد', ['a کد']],
  ['Latin behind Han begins a word', ['otp$'], '输入OTP码', ['a OTP']],
  [
    'of those that overlap the first wins, then the longest',
    ['kod$', 'kod pocztowy'],
    'kod pocztowy',
    ['a kod pocztowy'],
  ],
  ['decomposed and half-width kana are whole', ['コード'], 'ｺｰﾄﾞ コート\u3099', ['a コード', 'a コード']],
  ['Persian and Arabic letters of one sound are one', ['تایید'], 'تاييد', ['a تاييد']],
])('%s', (...[, phrases, text, expected]) => {
  expect(found({ a: phrases }, text)).toEqual(expected)
})

test('kinds are found independently of each other, and each in the order of the text', () => {
  expect(found({ label: ['your code', 'code'], sign: ['code is'] }, 'code: your code is')).toEqual([
    'label code',
    'label your code',
    'sign code is',
  ])
})

test('thirty-two kinds have room, the last like the first, and one more is an error', () => {
  const kindsOf = (count: number) =>
    Object.fromEntries(
      [...'abcdefghijklmnopqrstuvwxyzαβγδεζη'].slice(0, count).map((kind) => [kind, [`word${kind}$`, `stem${kind}`]]),
    )

  expect(found(kindsOf(32), 'worda wordζ wordζς stemζς')).toEqual(['a worda', 'ζ wordζ', 'ζ stemζ'])
  expect(() => found(kindsOf(33), 'worda')).toThrow(RangeError)
})
