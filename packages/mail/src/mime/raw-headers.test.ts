import { TextDecoder } from 'node:util'
import iconv from 'iconv-lite'
import { describe, expect, test, vi } from 'vitest'
import { malformedMail } from '../content/malformed-mail.ts'
import { createMailParser } from '../parse-mail.ts'
import { headersIn } from './mail-parts.ts'

const parseMail = createMailParser()
const envelope = { mailFrom: 'bounces@orbit.example', isTls: false }

/** A mail with nothing encoded: all of it in one charset. */
function rawMail(charset: string, { subject, name, text }: Words, type = `text/plain; charset=${charset}`): Buffer {
  const lines = [`From: ${name} <hello@orbit.example>`, `Subject: ${subject}`, `Content-Type: ${type}`]
  return iconv.encode([...lines, '', text, ''].join('\r\n'), charset)
}

interface Words {
  subject: string
  name: string
  text: string
}

const russian: Words = { subject: 'Код входа', name: 'Орбита', text: 'Ваш код: 482913' }
const japanese: Words = { subject: '認証コード', name: '株式会社オービット', text: '認証コード: 482913' }
const chinese: Words = { subject: '验证码', name: '轨道科技', text: '您的验证码是：482913，请勿告诉他人。' }
const korean: Words = { subject: '인증번호 안내', name: '오르빗', text: '인증번호는 482913입니다.' }
const german: Words = {
  subject: 'Ihr Bestätigungscode',
  name: 'Müller & Söhne',
  text: 'Ihr Bestätigungscode lautet 482913',
}

describe('headers that are not encoded are read in the charset of the mail', () => {
  test.each<[string, Words]>([
    ['koi8-r', russian],
    ['windows-1251', russian],
    ['cp866', russian],
    ['shift_jis', japanese],
    ['euc-jp', japanese],
    ['utf-8', japanese],
    ['gb2312', chinese],
    ['utf-8', chinese],
    ['euc-kr', korean],
    ['iso-8859-1', german],
    ['utf-8', german],
    ['cp850', german],
  ])('%s', (charset, words) => {
    const raw = rawMail(charset, words)

    expect(parseMail(raw, envelope)).toMatchObject({
      subject: words.subject,
      fromName: words.name,
      fromAddr: 'hello@orbit.example',
      textBody: `${words.text}\n`,
      otpCode: '482913',
      sizeBytes: raw.length,
    })
    expect(malformedMail(raw, envelope)).toMatchObject({ subject: words.subject, fromName: words.name })
    expect(
      headersIn(raw)
        .slice(0, 2)
        .map(({ value }) => value),
    ).toEqual([`${words.name} <hello@orbit.example>`, words.subject])
  })

  test.each<[string, Words, string]>([
    ['koi8-r', russian, 'text/plain'],
    ['koi8-r', russian, 'text/plain; charset=utf-8'],
    ['windows-1251', russian, 'text/plain; charset=iso-8859-1'],
    ['shift_jis', japanese, 'text/plain'],
    ['gb18030', chinese, 'text/plain'],
    ['gb18030', chinese, 'text/plain; charset=us-ascii'],
    ['euc-kr', korean, 'text/plain'],
    ['utf-8', chinese, 'text/plain; charset=gb2312'],
  ])('%s, where the label is another or none', (charset, words, type) => {
    const { subject, fromName, textBody } = parseMail(rawMail(charset, words, type), envelope)

    expect({ subject, fromName, textBody }).toEqual({
      subject: words.subject,
      fromName: words.name,
      textBody: `${words.text}\n`,
    })
  })
})

test('ISO-2022-JP is read in headers and in a body with another label', () => {
  const subject = "\u001b$BG'>Z%3!<%I\u001b(B"
  for (const charset of ['iso-2022-jp', 'us-ascii', 'utf-8']) {
    const raw = `From: ${subject} <a@b.example>\r\nSubject: ${subject} 1\r\nContent-Type: text/plain; charset=${charset}\r\n\r\n${subject}: 482913\r\n`

    expect(parseMail(Buffer.from(raw), envelope), charset).toMatchObject({
      subject: '認証コード 1',
      fromName: '認証コード',
      textBody: '認証コード: 482913\n',
      otpCode: '482913',
    })
  }
})

test('the label of a part is that of the headers above it, and names of files are read so too', () => {
  const text = [
    'Subject: Счёт',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=windows-1251',
    '',
    'Счёт приложен.',
    '--b',
    'Content-Type: application/pdf; name="Счёт.pdf"',
    'Content-Disposition: attachment; filename="Счёт за ноябрь.pdf"',
    '',
    'x',
    '--b--',
    '',
  ].join('\r\n')

  const { subject, textBody, attachments } = parseMail(iconv.encode(text, 'windows-1251'), envelope)

  expect([subject, textBody, attachments[0]?.filename]).toEqual(['Счёт', 'Счёт приложен.', 'Счёт за ноябрь.pdf'])
})

test('each header is read by itself where a mail mixes charsets', () => {
  const raw = Buffer.concat([
    Buffer.from('From: Björn <a@b.example>\r\nSubject: '),
    iconv.encode('Код подтверждения', 'koi8-r'),
    Buffer.from('\r\nContent-Type: text/plain; charset=koi8-r\r\n\r\nx'),
  ])

  expect(parseMail(raw, envelope)).toMatchObject({ fromName: 'Björn', subject: 'Код подтверждения' })
})

test('headers are never read in a charset without ASCII, whatever the mail names', () => {
  for (const charset of ['utf-7', 'utf-16', 'utf-16le']) {
    const raw = `From: \u001b+AEA- \u00fc <a@b.example>\r\nContent-Type: text/plain; charset=${charset}\r\n\r\nx`

    expect(parseMail(Buffer.from(raw, 'latin1'), envelope), charset).toMatchObject({
      fromName: '+AEA- ü',
      fromAddr: 'a@b.example',
    })
  }
})

describe('the decodings of a mail are bounded, however many texts contradict their label', () => {
  const maxGuesses = 200
  const decodersOfGuess = 20

  function decodingsOf(read: () => unknown): number {
    using decode = vi.spyOn(TextDecoder.prototype, 'decode')
    read()
    return decode.mock.calls.length
  }

  test('fields that nothing asks for are not decoded', () => {
    const junk = Array.from({ length: 90 }, (_, at) => `X-${at}: \u00e9\u00c3\u00f5\r\n`).join('')
    const parts = `--b\r\n${junk}\r\nx\r\n`.repeat(100)
    const raw = Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts}--b--\r\n`, 'latin1')

    expect(decodingsOf(() => parseMail(raw, envelope))).toBeLessThan(decodersOfGuess * 2)
  })

  test.each([
    ['raw fields', '\u00e9\u00c3\u00f5', 900],
    ['encoded-words', '=?x?q?=E9?= a '.repeat(10), 9_000],
  ])('%s of one head', (_, value, texts) => {
    const head = Array.from({ length: 900 }, (_, at) => `X-${at}: ${value}\r\n`).join('')
    const raw = Buffer.from(`${head}\r\nx`, 'latin1')

    expect(decodingsOf(() => headersIn(raw))).toBeLessThan(texts * 2 + (maxGuesses + 1) * decodersOfGuess)
  })

  test('encoded-words in the names of files', () => {
    const part = `--b\r\nContent-Type: image/png; name="${'=?x?q?=E9?= a '.repeat(500)}"\r\n\r\nx\r\n`
    const raw = Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${part.repeat(20)}--b--\r\n`)

    expect(decodingsOf(() => parseMail(raw, envelope))).toBeLessThan(10_000 * 2 + (maxGuesses + 1) * decodersOfGuess)
  })

  test('afterwards each text is read as it is labelled, and the next mail is guessed again', () => {
    const words = '=?iso-8859-1?B?68/EINfIz8TB?= a '.repeat(300)
    const subject = 'Subject: =?iso-8859-1?B?68/EINfIz8TB?=\r\n'
    const raw = Buffer.from(`X-Words: ${words}\r\n${subject}\r\nx`)

    expect(headersIn(raw)[1]?.value).toBe('ëÏÄ ×ÈÏÄÁ')
    expect(headersIn(Buffer.from(`${subject}\r\nx`))[0]?.value).toBe('Код входа')
    expect(parseMail(raw, envelope).subject).toBe('Код входа')
  })
})
