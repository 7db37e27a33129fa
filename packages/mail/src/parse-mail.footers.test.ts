import { describe, expect, test } from 'vitest'
import { base64, lines, part, written, writtenMultipart } from '../test/written-mail.ts'
import { createMailParser } from './parse-mail.ts'

const parseMail = createMailParser()
const parse = (raw: Buffer) => parseMail(raw, { mailFrom: 'bounces@orbit.example', isTls: false })

const code = 'Your verification code is 482913.'

describe('a footer that was put behind an encoded text as it was', () => {
  const footer = lines(
    '_______________________________________________',
    'Night mailing list',
    'Night@lists.orbit.example',
    'https://lists.orbit.example/?id=482',
  )
  const shownFooter = footer.replaceAll('\r\n', '\n')
  const long = `${'word '.repeat(60)}end`

  test.each([
    ['base64 with padding', 'Your code is 482913.\n\nOrbit\n!', 'base64'],
    ['base64 without padding', 'Your code is 482913.\n\nOrbit\n!!', 'base64'],
    ['base64 of many lines', long, 'base64'],
    ['quoted-printable', 'Your code is 482913.', 'quoted-printable'],
  ])('%s is followed by it', (_, text, encoding) => {
    const body = encoding === 'base64' ? base64(text) : text

    expect(
      parse(written(part('text/plain', `Content-Transfer-Encoding: ${encoding}`, lines(body, footer)))).textBody.split(
        '\n',
      ),
    ).toEqual(expect.arrayContaining([...text.split('\n'), ...shownFooter.split('\n')]))
  })

  test.each([
    ['a soft line break within a query', 'https://a.example/u?us=\r\ner=3Dkim', 'https://a.example/u?user=kim'],
    ['an equals sign in lower case', 'https://a.example/u?x=3dy', 'https://a.example/u?x=y'],
    ['a letter beyond ASCII', 'Un caf?Pr=C3=A9', 'Un caf?Pr\u00e9'],
    ['one in lower case', 'Un caf?Pr=c3=a9', 'Un caf?Pr\u00e9'],
    ['a blank at the end of a line', 'Why?No=20\r\nKim', 'Why?No \nKim'],
    ['one behind more than a footer has', `?a=b${'x'.repeat(5_000)}=C3=A9`, `?a=b${'x'.repeat(5_000)}\u00e9`],
  ])('quoted-printable goes on below a line of underscores: %s', (_, encoded, shown) => {
    const rule = '________________________________'
    const body = lines('See below.', rule, 'From: Kim', encoded)
    const raw = written(part('text/plain; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable', body))

    expect(parse(raw).textBody).toBe(`See below.\n${rule}\nFrom: Kim\n${shown}\n`)
  })

  test.each(['base64', 'quoted-printable'])('%s is followed by it where lines end with a CR alone', (encoding) => {
    const body = lines(encoding === 'base64' ? base64(long) : long, footer).replaceAll('\r\n', '\r')
    const { textBody } = parse(written(part('text/plain', `Content-Transfer-Encoding: ${encoding}`, body)))

    expect(textBody.split(/\n+/)).toEqual([long, ...shownFooter.split('\n'), ''])
  })

  test.each([
    ['alone', '', ''],
    ['above a footer', `\r\n${footer}`, `\n${shownFooter}\n`],
  ])('base64 whose line breaks became blanks is decoded: %s', (_, below, shownBelow) => {
    const body = base64(long).replaceAll('\r\n', ' ') + below

    expect(parse(written(part('text/plain', 'Content-Transfer-Encoding: base64', body))).textBody).toBe(
      long + shownBelow,
    )
  })

  test.each(['-- ', 'Night list, all of us', 'Team\r\nOf all, the last one'])('%j begins one, too', (first) => {
    const { textBody } = parse(
      written(part('text/plain', 'Content-Transfer-Encoding: base64', lines(base64(`${long}!`), first, 'a@b.example'))),
    )

    expect(textBody).toContain(`${long}!\n${first.replace('\r\n', '\n')}`)
  })

  test('it is text behind HTML, and in each alternative', () => {
    const withFooter = (type: string, text: string) =>
      part(type, 'Content-Transfer-Encoding: base64', lines(base64(text), '-- ', 'Night <list>'))
    const raw = writtenMultipart('alternative', withFooter('text/plain', code), withFooter('text/html', '<p>Hi</p>'))

    expect(parse(raw)).toMatchObject({ textBody: `${code}\n-- \nNight <list>` })
    expect(parse(raw).htmlBody).toMatch(/^<p>Hi<\/p>\n<div[^>]*>-- \nNight &lt;list&gt;<\/div>$/)
  })

  test('a text that is called base64 and is clear is read as it is', () => {
    const clear = lines('Hello there, this is clear.', 'Bye')

    expect(parse(written(part('text/plain', 'Content-Transfer-Encoding: base64', clear))).textBody).toBe(
      'Hello there, this is clear.\nBye\n',
    )
    expect(parse(written(part('text/html', 'Content-Transfer-Encoding: base64', `<p>${code}</p>`)))).toMatchObject({
      otpCode: '482913',
      htmlBody: `<p>${code}</p>\n`,
    })
  })

  test('damaged base64 is none', () => {
    const [first = '', ...others] = base64(long).split('\r\n')

    expect(
      parse(written(part('text/plain', 'Content-Transfer-Encoding: base64', [`${first}!`, ...others].join('\r\n '))))
        .textBody,
    ).toBe(long)
  })
})
