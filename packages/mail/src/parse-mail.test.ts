import { tagPattern } from '@inlet/contract'
import { rawMail, rawMailNames } from '@inlet/testkit'
import { describe, expect, test } from 'vitest'
import { createMailParser } from './parse-mail.ts'

const parseMail = createMailParser()

const envelope = { mailFrom: 'envelope@sender.example', isTls: false }
const parse = (name: string) => parseMail(rawMail(name), envelope)
const parseText = (...lines: string[]) => parseMail(Buffer.from(lines.join('\r\n')), envelope)

test.each(rawMailNames)('%s: its facts can be cloned, its texts are well-formed and its tags sorted', (name) => {
  const mail = parse(name)

  expect(structuredClone({ ...mail, digest: null })).toEqual({ ...mail, digest: null })
  for (const text of [
    mail.fromAddr,
    mail.fromName,
    mail.subject,
    mail.preview,
    mail.textBody,
    mail.htmlBody,
    mail.searchText,
  ]) {
    expect(text.isWellFormed()).toBe(true)
    expect(text).not.toContain('\0')
  }
  expect(mail.tags).toEqual([...new Set(mail.tags)].sort())
  expect(mail.tags.every((tag) => tagPattern.test(tag))).toBe(true)
  expect(mail.tags.includes('otp')).toBe(mail.otpCode !== null)
  expect(mail.sizeBytes).toBe(rawMail(name).length)
})

test('both alternatives are kept, each in its own body', () => {
  const mail = parse('otp-482913')

  expect(mail).toMatchObject({
    messageId: '<20261118091407.7c1f@accounts.northwind.example>',
    fromAddr: 'no-reply@accounts.northwind.example',
    fromName: 'Northwind Accounts',
    subject: 'Your Northwind verification code is 482913',
    otpCode: '482913',
    tags: ['link', 'otp'],
  })
  expect(mail.textBody).toContain('Your verification code is: 482913\n')
  expect(mail.htmlBody).toMatch(/^<!doctype html>\n/)
  expect(mail.preview).toMatch(/^Confirm it’s you Use this verification code/)
  expect(mail.searchText).toMatch(/^your northwind verification code is 482913 confirm it's you/)
})

describe('text in any charset and encoding', () => {
  test.each([
    ['quoted-printable', 'Café Zoë', 'Votre réservation est confirmée', 'réservée à la date'],
    ['base64', 'Städtische Bücherei', 'Ihre Ausleihe läuft ab', 'Größe und Maß'],
    ['iso-2022-jp', '田中太郎', '会議の資料について', '佐藤様'],
    ['gb18030', '北京书店', '您的图书已送达', '𠮷野家'],
    ['koi8-r', 'Иван Петров', 'Поездка на дачу', 'тёплую куртку'],
    ['windows-1252', 'René Müller', 'Angebot – nur heute', '„Frühstück für zwei“ kostet heute nur 19 €'],
    ['utf-7', 'Legacy Gateway', 'Status of the gateway', 'café gateway is up + running'],
    ['missing-charset', 'Biuro', 'Ważna wiadomość', 'zażółć gęślą jaźń'],
    ['wrong-charset', 'Seor Prez', 'Mañana', 'señor Pérez'],
    ['encoded-word-cut-in-character', 'Olena', 'Привіт, це дуже довга тема листа 🎉', 'Hello from Kyiv.'],
    ['emoji', '🦊 Fox Studio', '🎉 You’re in! 👩‍👩‍👧', 'flag: 🇳🇱'],
    ['nul-bytes', 'Nul', 'Zero bytes', 'Beforeafter'],
  ])('%s is read', (name, ...[fromName, subject, part]) => {
    const mail = parse(name)

    expect(mail).toMatchObject({ fromName, subject })
    expect(mail.textBody).toContain(part)
  })
})

test('a byte order mark before the header is not part of it', () => {
  expect(parseText('\ufeffFrom: ada@a.example', 'Subject: Hello', '', 'Text')).toMatchObject({
    fromAddr: 'ada@a.example',
    subject: 'Hello',
    textBody: 'Text',
  })
})

test('the charset of HTML is read from its meta element if the header names none', () => {
  const html = (head: string, meta: string) =>
    parseMail(Buffer.from(`Content-Type: text/html${head}\r\n\r\n${meta}<p>\u00cf\u00f0\u00e8`, 'latin1'), envelope)
      .textBody

  expect(html('', '<meta charset="windows-1251">')).toBe('При')
  expect(html('', '<META http-equiv=Content-Type content="text/html; charset=windows-1251">')).toBe('При')
  expect(html('; charset=iso-8859-1', '<meta charset="windows-1251">')).toBe('Ïðè')
  expect(parseText('Content-Type: text/html', '', '<meta charset="windows-1251"><p>При').textBody).toBe('При')
})

test('an encoding followed by a stray semicolon is decoded', () => {
  expect(parseText('Content-Transfer-Encoding: quoted-printable;', '', 'caf=C3=A9').textBody).toBe('café')
})

describe('missing parts of a mail', () => {
  test('no From: the Sender, then the envelope', () => {
    expect(parse('no-from').fromAddr).toBe('relay@host.example')
    expect(parse('no-headers').fromAddr).toBe('envelope@sender.example')
    expect(parseMail(rawMail('no-headers'), { mailFrom: '', isTls: false }).fromAddr).toBe('')
  })

  test('no Message-ID: no digest, so that the mail never counts as a duplicate', () => {
    expect(parse('no-message-id')).toMatchObject({ messageId: null, digest: null })
  })

  test('no bytes: an empty mail, no error', () => {
    expect(parse('empty')).toMatchObject({
      subject: '',
      textBody: '',
      htmlBody: '',
      preview: '',
      tags: [],
      sizeBytes: 0,
    })
  })

  test('no valid Content-Type: text (RFC 2045 §5.2)', () => {
    for (const type of ['text', 'plain', 'text/plain, charset=utf-8', ';charset=utf-8', '"text/plain"']) {
      expect(parseText(`Content-Type: ${type}`, '', 'Hello')).toMatchObject({ textBody: 'Hello', attachments: [] })
    }
  })

  test('no header: everything is body', () => {
    expect(parse('no-headers').textBody).toContain('Only a body')
  })

  test('no text part: the visible text of the HTML', () => {
    expect(parse('html-only').textBody).toContain('Day\tPlace\nMonday\tÅlesund\n')
  })
})

describe('tags', () => {
  test.each([
    ['newsletter', ['bulk', 'link']],
    ['auto-reply', ['auto']],
    ['attachment', ['attachment']],
    ['inline-image', []],
    ['order-confirmation', []],
    ['otp-japanese', ['otp']],
  ])('%s has %j', (name, tags) => {
    expect(parse(name).tags).toEqual(tags)
  })

  test('a bounce is recognised by its report', () => {
    const mail = parseMail(rawMail('bounce'), { mailFrom: '', isTls: true })

    expect(mail.tags).toEqual(['auto', 'bounce', 'tls'])
    expect(mail.textBody).toContain('Status: 5.1.1')
  })

  test.each([
    ['disposition-notification', []],
    ['feedback-report', []],
    ['delivery-status', ['bounce']],
    ['failure', ['bounce']],
  ])('a report of the type %s has %j: only a report of failed delivery is a bounce', (type, tags) => {
    const field = `Content-Type: multipart/report; report-type=${type}; boundary=b`
    const raw = Buffer.from([field, '', '--b', '', 'It was read.', '--b--'].join('\r\n'))

    expect(parseMail(raw, { mailFrom: '', isTls: false }).tags).toEqual(tags)
  })

  test.each([
    ['Precedence: list', ['bulk']],
    ['Precedence: first-class', []],
    ['Auto-Submitted: no', []],
    ['Auto-Submitted: auto-generated; type=x', ['auto']],
    ['X: y', []],
  ])('%s gives %j', (field, tags) => {
    expect(parseText(field, '', 'Hello').tags).toEqual(tags)
  })

  test('a link in plain text counts', () => {
    expect(parseText('Subject: a', '', 'See https://a.example/x').tags).toEqual(['link'])
  })
})

describe('attachments', () => {
  test('name, type and decoded size are read', () => {
    expect(parse('attachment').attachments).toEqual([
      {
        index: 0,
        filename: 'Rechnung für März.pdf',
        contentType: 'application/pdf',
        sizeBytes: 231,
        contentId: null,
        isInline: false,
      },
    ])
  })

  test('an image that the HTML shows is inline', () => {
    expect(parse('inline-image').attachments).toMatchObject([
      { contentId: 'logo@lark.example', isInline: true, sizeBytes: 70 },
    ])
  })

  test('an invitation beside the text and a signature are inline; an attached file in their place is not', () => {
    const inside = (type: string, ...head: string[]) =>
      parseText(`Content-Type: ${type}; boundary=b`, '', '--b', '', 'Hello', '--b', ...head, '', 'x', '--b--')

    for (const mail of [
      inside('multipart/alternative', 'Content-Type: text/calendar; method=REQUEST'),
      inside('multipart/signed', 'Content-Type: application/pgp-signature; name=signature.asc'),
      inside('multipart/signed', 'Content-Type: application/pkcs7-signature', 'Content-Disposition: attachment'),
    ]) {
      expect(mail).toMatchObject({ textBody: 'Hello', tags: [], attachments: [{ isInline: true }] })
    }
    for (const mail of [
      inside('multipart/alternative', 'Content-Type: application/pdf; name=a.pdf'),
      inside('multipart/alternative', 'Content-Type: text/calendar', 'Content-Disposition: attachment'),
      inside('multipart/mixed', 'Content-Type: text/calendar'),
    ]) {
      expect(mail).toMatchObject({ textBody: 'Hello', tags: ['attachment'], attachments: [{ isInline: false }] })
    }
  })

  test('at most 100 are listed', () => {
    const part = ['--b', 'Content-Type: application/pdf', '', 'x']
    const parts = Array.from({ length: 150 }, () => part).flat()
    const mail = parseText('Content-Type: multipart/mixed; boundary=b', '', ...parts, '--b--', '')

    expect(mail.attachments).toHaveLength(100)
    expect(mail.attachments.at(-1)?.index).toBe(99)
  })
})

test('an inline forwarded message is read with its header', () => {
  expect(parse('forwarded-message').textBody).toMatch(
    /See below\..*From: Priya Nair.*Subject: Minutes – November.*blue variant/s,
  )
})

test('text beside an HTML part is in both bodies', () => {
  const text = ['--b', 'Content-Type: text/plain', '', 'Footer <of> the list']
  const mail = parseText(
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/html',
    '',
    '<p>Main</p>',
    ...text,
    '--b--',
  )

  expect(mail.htmlBody).toMatch(/^<p>Main<\/p>\n.*Footer &lt;of&gt; the list/)
  expect(mail.textBody).toBe('Main\n\nFooter <of> the list')
})
