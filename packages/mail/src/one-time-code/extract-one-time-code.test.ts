import { rawMail } from '@inlet/testkit'
import { describe, expect, test } from 'vitest'
import { createMailParser } from '../parse-mail.ts'
import { createCodeReader } from './extract-one-time-code.ts'
import withCode from './test-cases/with-code.json' with { type: 'json' }
import withCodeByLanguage from './test-cases/with-code-by-language.json' with { type: 'json' }
import withoutCode from './test-cases/without-code.json' with { type: 'json' }
import withoutCodeByLanguage from './test-cases/without-code-by-language.json' with { type: 'json' }

const parseMail = createMailParser()
const { extract: extractOneTimeCode } = createCodeReader()

const codeOf = (subject: string, text: string): string | null => extractOneTimeCode({ subject, text })?.code ?? null
const codeOfHtml = (subject: string, html: string): string | null =>
  extractOneTimeCode({ subject, text: '', html })?.code ?? null

describe('a mail with a code', () => {
  test.each([...withCode, ...withCodeByLanguage])(
    '$name: the code is found in canonical form',
    ({ subject, body, code }) => {
      expect(codeOf(subject, body)).toBe(code)
    },
  )
})

describe('a mail without a code', () => {
  test.each([...withoutCode, ...withoutCodeByLanguage])('$name is not taken for one', ({ subject, body }) => {
    expect(codeOf(subject, body)).toBeNull()
  })
})

describe('codes are random numbers', () => {
  const drawn = [
    ...Array.from({ length: 100 }, (_, index) => String(index * 10_000).padStart(6, '0')),
    ...Array.from({ length: 100 }, (_, index) => String(index * 1_000 + 100_000)),
    ...Array.from({ length: 250 }, (_, index) => String(index * 10 + 9).padStart(4, '0')),
    ...['0000', '1000', '1900', '1999', '2000', '2026', '111111', '123456', '20261122', '19000000'],
  ]

  test.each([
    ['X is your Shop verification code.'],
    ['Your verification code is X. It is valid for 10 minutes.'],
    ['Use this one-time code to sign in:\n\nX\n\nIt expires in 10 minutes.'],
    ['X\n\nEnter this code to log in.'],
    ['Ihr Bestätigungscode lautet X.'],
    ['Ihr Bestätigungscode lautet X und ist zehn Minuten gültig.'],
  ])('a round number, a year and a date can be codes, too, in %j', (text) => {
    expect(drawn.filter((code) => codeOf('Shop', text.replace('X', code)) !== code)).toEqual([])
  })

  test.each([
    ['500000 verification codes were sent last month.'],
    ['A one-time code has 1000000 combinations.'],
    ['A one-time code has 1000000 (one million) combinations.'],
    ['一次性验证码1000000种组合。'],
    ['인증 코드 1000000가지'],
    ['In 2026 verification codes are sent by e-mail.'],
  ])('a count or a year is no code: %s', (text) => {
    expect(codeOf('Codes or passkeys?', text)).toBeNull()
  })
})

describe('the raw mails', () => {
  test.each([
    ['otp-482913', '482913'],
    ['otp-arabic', '730541'],
    ['otp-japanese', '904217'],
    ['otp-one-digit-per-cell', '740291'],
    ['otp-google-style', '518204'],
    ['hidden-preheader', '305882'],
    ['order-confirmation', null],
    ['newsletter', null],
    ['bounce', null],
    ['attachment', null],
    ['plain-text', null],
  ])('%s carries %s', (name, code) => {
    const parsed = parseMail(rawMail(name), { mailFrom: 'a@b.example', isTls: false })

    expect(parsed.otpCode).toBe(code)
  })
})

describe('however the code is written', () => {
  test.each([
    ['full-width digits', '４８２９１３'],
    ['Arabic-Indic digits', '٤٨٢٩١٣'],
    ['Persian digits', '۴۸۲۹۱۳'],
    ['Devanagari digits', '४८२९१३'],
    ['Bengali digits', '৪৮২৯১৩'],
    ['Tamil digits', '௪௮௨௯௧௩'],
    ['Thai digits', '๔๘๒๙๑๓'],
    ['mathematical digits', '𝟒𝟖𝟐𝟗𝟏𝟑'],
    ['digits of two rows', '𝟜𝟪𝟸𝟿𝟏𝟯'],
    ['keycaps', '4️⃣8️⃣2️⃣9️⃣1️⃣3️⃣'],
    ['zero-width characters between', '4\u200b8\u200c2\u200d9\u2060 1\ufeff3'.replace(' ', '')],
    ['bidi marks around', '\u2068\u200e482913\u200f\u2069'],
    ['soft hyphens between', '482\u00ad913'],
    ['groups', '482 913'],
    ['groups with a narrow space', '482\u202f913'],
    ['groups with a dash', '482–913'],
    ['groups with a middle dot', '482·913'],
    ['three groups', '48 29 13'],
    ['one by one', '4 8 2 9 1 3'],
    ['one by one with dashes', '4-8-2-9-1-3'],
    ['in boxes', '[4] [8] [2] [9] [1] [3]'],
    ['quotes around', '“482913”'],
    ['asterisks around', '*482913*'],
    ['a full stop without its space', '482913.Do not share it'],
    ['the ending of a case', '482913-at'],
  ])('%s', (_, written) => {
    expect(codeOf('Sign in', `Your verification code is: ${written}`)).toBe('482913')
    expect(codeOf('Sign in', `Your verification code is:\n\n${written}\n`)).toBe('482913')
  })

  test.each([
    ['G-482913', '482913'],
    ['FB-48291', '48291'],
    ['AB12-CD34', 'AB12CD34'],
    ['x7Kp2', 'x7Kp2'],
    ['482 913 557', '482913557'],
    ['0042', '0042'],
    ['90217734', '90217734'],
    ['UHX-KPQ', 'UHXKPQ'],
    ['UHXKPQ', 'UHXKPQ'],
  ])('%s is %s', (written, code) => {
    expect(codeOf('Sign in', `Your verification code: ${written}`)).toBe(code)
  })

  test.each([
    ['cells', '<table><tr><td>4</td><td>8</td><td>2</td><td>9</td><td>1</td><td>3</td></tr></table>'],
    [
      'cells with gaps',
      '<table><tr><td>4</td><td>&nbsp;</td><td>8</td><td>&nbsp;</td><td>2</td><td></td><td>9</td></tr></table>',
    ],
    ['spans', '<p><span>4</span><span>8</span> <span>2</span><span>9</span></p>'.replace(' ', '')],
    ['spans with spaces', '<p><span>4</span> <span>8</span> <span>2</span> <span>9</span></p>'],
    ['divs', '<div>4</div><div>8</div><div>2</div><div>9</div>'],
    ['paragraphs', '<p>4</p><p>8</p><p>2</p><p>9</p>'],
  ])('one digit to each of its %s', (_, html) => {
    expect(codeOfHtml('Sign in', `<p>Your verification code:</p>${html}<p>Thanks</p>`)).toMatch(/^4829(?:13)?$/)
  })
})

describe('what is near a label and is no code', () => {
  test.each([
    ['a web address', 'Your verification code: https://a.example/482913'],
    ['a mail address', 'Your verification code: ask 482913@a.example'],
    ['a domain', 'Your verification code comes from 482913.example'],
    ['an IP address', 'Your verification code was asked for by 203.0.113.77'],
    ['an ISO date', 'Your verification code of 2026-11-21'],
    ['a local date', 'Your verification code of 21.11.2026'],
    ['a date without separators in Japanese', '認証コード:2026年11月21日'],
    ['a time', 'Your verification code from 09:14:22'],
    ['a version', 'Your verification code for app 2.10.4482'],
    ['an amount', 'Your verification code for $4821'],
    ['an amount with its currency behind', 'Your verification code for 4821 EUR'],
    ['an amount with its currency before', 'Your verification code for Rp 150000'],
    ['a percentage', 'Your verification code saves 4821 %'],
    ['an international phone number', 'Your verification code? Call +44 20 7946 0123'],
    ['a card in groups', 'Your verification code for card 4929 1234 5678 9012'],
    ['a masked number', 'Your verification code for card **** 4471'],
    ['a hexadecimal colour', 'Your verification code in #48a913'],
    ['a UUID', 'Your verification code 4f2a9c1b-1234-4abc-9def-0123456789ab'],
    ['an IBAN', 'Your verification code for DE89370400440532013000'],
  ])('%s', (_, text) => {
    expect(codeOf('Sign in', text)).toBeNull()
  })
})

describe('where the code stands', () => {
  test('hidden text is never the code', () => {
    const html =
      '<p style="display:none">Your verification code: 111111</p><p>Hello, your verification code was sent by text message.</p>'

    expect(codeOfHtml('Sign in', html)).toBeNull()
  })

  test('the HTML wins over a text part that only points to it', () => {
    const html = '<p>Your verification code:</p><h1>482913</h1>'

    expect(extractOneTimeCode({ subject: 'Sign in', text: 'Please view this mail in HTML.', html })).toMatchObject({
      code: '482913',
      view: 'html',
    })
  })

  test('the text counts where the HTML is a picture', () => {
    const html = '<a href="https://a.example/"><img src="x" alt="111111"></a>'

    expect(extractOneTimeCode({ subject: 'Sign in', text: 'Your verification code: 482913', html })).toMatchObject({
      code: '482913',
      view: 'text',
    })
  })

  test('a code that HTML and text agree on scores higher than one in the text alone', () => {
    // A round number, so that the HTML alone is not certain: the text is read, too.
    const text = 'To sign in you type 30000 into the field.'
    const one = extractOneTimeCode({ subject: 'News', text })
    const both = extractOneTimeCode({ subject: 'News', text, html: `<p>${text}</p>` })

    expect([one?.code, both?.code]).toEqual(['30000', '30000'])
    expect(both?.score).toBeGreaterThan(one?.score ?? 0)
  })

  test('a code that only the subject shows is found there', () => {
    expect(extractOneTimeCode({ subject: 'Your login code is 482913', text: 'See above.' })).toMatchObject({
      code: '482913',
      view: 'subject',
    })
  })

  test('a number beside a label in its table row, or under its column, is the code; the others are not', () => {
    const rows =
      '<tr><td>Order number</td><td>771204</td></tr><tr><td>Verification code</td><td>482913</td></tr><tr><td>Event</td><td>903341</td></tr>'
    const columns = '<tr><th>Order number</th><th>Verification code</th></tr><tr><td>771204</td><td>482913</td></tr>'

    expect(codeOfHtml('Sign in', `<table>${rows}</table>`)).toBe('482913')
    expect(codeOfHtml('Sign in', `<table>${columns}</table>`)).toBe('482913')
  })

  test('what is quoted counts less than what is new, and alone it still counts', () => {
    const quoted = '> Your verification code: 111222\n> It expires soon.'

    expect(codeOf('Re: code', `Your verification code: 482913\n\n${quoted}`)).toBe('482913')
    expect(codeOf('Fwd: code', `For you:\n\n${quoted}`)).toBe('111222')
    expect(
      codeOfHtml(
        'Re: code',
        '<p>Your verification code: 482913</p><blockquote>Your verification code: 111222</blockquote>',
      ),
    ).toBe('482913')
  })

  test.each([
    [
      'Re: your login code',
      '<p>It worked.</p><blockquote>Your login code, valid for ten minutes. Share it with nobody:<p style="font-size:40px;letter-spacing:8px">482913</p></blockquote>',
    ],
    [
      'Your login code',
      '<p>He wrote: “Your login code is <b>482913</b>. Enter it on the page, it is valid for ten minutes.”</p>',
    ],
    [
      'Sign in',
      '<p>Enter the login code that we send you, such as 123456, on the page. It is valid for ten minutes.</p>',
    ],
  ])('what the mail shows not to be its code stays none, however much it is worded like one: %s', (subject, html) => {
    expect(codeOfHtml(subject, html)).toBeNull()
  })

  test('the last line for browsers names the code', () => {
    expect(codeOf('Hello', 'Nothing to see here.\n\n@bank.example #482913')).toBe('482913')
  })
})

describe('an old code and a new one', () => {
  test.each([
    'Your previous code 111222 has expired. Your new code: 482913',
    'The code 111222 no longer works. Please use this one: 482913',
    'Your new code is 482913. Your old code 111222 is no longer valid.',
    '111222 was replaced. New verification code:\n\n482913',
  ])('%s', (text) => {
    expect(codeOf('New code', text)).toBe('482913')
  })

  test('an old code without a new one is none', () => {
    expect(codeOf('Code expired', 'Your code 111222 has expired. Please request a new one.')).toBeNull()
  })
})

test('an OTP-Token header wins only where its code stands in the mail', () => {
  const source = { subject: 'Numbers', text: 'First 118204, then 330917.' }
  const hidden = '<p>First 118204</p><p style="display:none">330917</p>'

  expect(extractOneTimeCode({ ...source, otpTokenHeader: '330917' })).toMatchObject({
    code: '330917',
    reason: 'otp-token',
  })
  expect(extractOneTimeCode({ ...source, otpTokenHeader: '999999' })).toBeNull()
  expect(extractOneTimeCode({ subject: 'Numbers', text: '', html: hidden, otpTokenHeader: '330917' })).toBeNull()
})

test('the reason names features and never holds the code', () => {
  const found = extractOneTimeCode({ subject: 'Your code', text: 'Your verification code is 482913' })

  expect(found).toMatchObject({ code: '482913', view: 'text' })
  expect(found?.score).toBeGreaterThanOrEqual(51)
  expect(found?.reason).not.toMatch(/\d/)
})
