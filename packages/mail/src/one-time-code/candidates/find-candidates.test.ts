import { describe, expect, test } from 'vitest'
import { htmlToText } from '../../html/html-to-text.ts'
import { loadLexicon } from '../keywords/lexicon.ts'
import { type Body, textBody, viewOf } from '../view/mail-view.ts'
import { TextNormalizer } from '../view/normal-text.ts'
import { findCandidates } from './find-candidates.ts'

const normalizer = new TextNormalizer()
const lexicon = loadLexicon(normalizer)

const codesOf = (body: Body, subject = 'Orbit'): string[] =>
  findCandidates(viewOf(subject, body, normalizer), { lexicon, work: { steps: 0 } }).map(({ code }) => code)

const codesIn = (text: string, subject?: string): string[] => codesOf(textBody(text), subject)

describe('no candidates', () => {
  test.each([
    'a board with 800MHz memory and 16GB',
    'a clock of 2.5GHz, 1600 MHz and 512MB or 4096 KiB',
    '1080p at 120fps, 5000mAh, 1500W of 230V, 450nm',
    'the 1000th reader won 500ml',
    'SSLv2, TLSv1, IPv6 and v2beta are over, so is v2026',
    'MP3s and HTML5, WPA2, UTF8',
    'keys of 2048 bit, 4096-bit, 3072 bits, RSA-4096, RSA4096, AES-256 and SHA256',
    'card XX4471, XXXX4471, **** 4471, ••4471, 4471XXXX, xx-4471, ...4471',
    'color:#333333; and #1a2b3c, background: #482913;',
    'at main.ts:4821, /var/log/app/4821, IMG_4821.jpg, report-4821.pdf, C:\\data\\4821',
    'connect to db.orbit.example:27017',
    'id 550e8400-e29b-41d4-a716-446655440000',
    'Key fingerprint = 9F86 D081 884C 7D65 9A2F',
    'iQIzBAABCgAdFiEE9x2mYkq7sRr0aHnZ1cV3bT8wQ5oFAmZk/3v\nZk3vQ9r2',
    'mQENBFk2x5kBCADGq1q2LhP0m9Xn3cYzqJ7yT4b8W6vR5s1Kd2f\nZk3vQ9r2\n',
    'Message-Id: <20261128193115.4821@mail.orbit.example>',
    'Sleep better today!58213',
    'the shelf K3-88-TV of oak',
    '4821 kWh, 4821 m2, 4821KB, 4821 bytes, 4821 mb, 30min, 4821 nm, 4821 dB, 1500W, 500 ml',
  ])('%s', (text) => {
    expect(codesIn(text)).toEqual([])
  })
})

describe('postal codes', () => {
  test.each([
    'Pier Corporation, 12 Pier Street, Pierhaven, OR 97399 USA. Please enter by the side door.',
    '12 Pier Street, Pierhaven OR 97399-4417',
    'Orbit Ltd, 10 Downing Street, London, SW1A 2AA',
    '221B Baker Street, London EC1V 2NX',
    'Bahnhofstr. 12, 59423 Unna',
    'Hauptstraße 12\n80331 München',
    'Mühlweg 3 · 97944 Boxberg',
    'D-80331 München, CH-8001 Zürich',
    '12 rue de la Paix, 75002 Paris',
    'C/ Mayor, 5, 28013 Madrid',
    'Via Roma 5 - 20121 Milano',
    'Sportlaan 6, 4356 BK Oostkapelle',
    'Keizersgracht 12, 1015CX Amsterdam',
    'ul. Garbarska 7/2, 61-867 Poznań',
    'Av. Paulista 157, São Paulo - SP, 01310-200',
    '〒100-0001 東京都千代田区1-1',
    'Plot 12, Lake Road, Bengaluru 560001, India',
    '4 Anna Salai, Chennai - 600002',
    'Rıhtım Cad. No: 58 Kat 2, 34710 Kadıköy/İstanbul',
  ])('%s', (text) => {
    expect(codesIn(text)).toEqual([])
  })
})

describe('phone numbers', () => {
  test.each([
    '+49 30 12345678, +49 (0)30 123456, 030/12345678, 0171 / 5550142, (030) 555014',
    '1-800-555-0142, 800-555-0142, (415) 555-0142, 415.555.0142',
    'Tel. 02303 555-0, 0118-555 340, 07930 555 12',
    '01 99 00 27 31, 01.99.00.27.31',
    '03-5550-1187, 031-555-0264, 0571-5550 2237, 090-1234-5678',
    '8 (4912) 55-01-90, 8 912 345-67-89',
    '98765 43210, (11) 91234-5678, (11) 1234-5678, +55 11 912345678',
    '555 0142 ext. 4821',
  ])('%s', (text) => {
    expect(codesIn(text)).toEqual([])
  })
})

describe('candidates', () => {
  test.each([
    ['Your code is 482913.', ['482913']],
    ['code:482913', ['482913']],
    ['**482913** and _551204_', ['482913', '551204']],
    ['482 913', ['482913']],
    ['12 - 34 - 56', ['123456']],
    ['G-482913', ['482913']],
    ['Enter the code G-482913 to sign in.', ['482913']],
    ['Your code:\n\nK3-88-TV\n\nThanks', ['K388TV']],
    ['AB12-CD34 or B4T-9WM', ['AB12CD34', 'B4T9WM']],
    ['A kód 482913-at', ['482913']],
    ['GNA558, R308815, vR6t2m, mq83vd', ['GNA558', 'R308815', 'vR6t2m', 'mq83vd']],
    ['Code 482913 Orbit', ['482913']],
    ['Dear Kim, Vorgang 12, Kennwort 48291\n', ['48291']],
    ['https://orbit.example/verify?t=abc\n482913', ['482913']],
    ['Use this code:\n48291 Orbit', ['48291']],
    ['&#52;&#56;29&nbsp;', ['4829']],
    ['Please enter the word &#8220;harbour&#8221; &#x201c; &amp;', []],
  ])('%s', (text, codes) => {
    expect(codesIn(text)).toEqual(codes)
  })

  test('character references are decoded in a subject, too', () => {
    expect(codesIn('', 'Your code&#58; &#8220;482913&#8221;')).toEqual(['482913'])
  })
})

const rows = (count: number, row: (at: number) => string): string[] => Array.from({ length: count }, (_, at) => row(at))

describe('listings', () => {
  const statement = (count: number): string =>
    rows(count, (at) => `2026-11-${10 + at}  card ${4000 + at}  ref ${88_000_000 + at}  -12.00`).join('\n')
  const payments = rows(8, (at) => `${at + 1}. DE89 3704 0044 0532 0130 0${at}  120,0${at} EUR`).join('\n')
  const order = rows(9, (at) => `10${at} Cable 48${20 + at} 4,50`).join('\n')

  test('the rows of a table and the lines of a log hold no codes, what stands beside them does', () => {
    expect(codesIn(`Your code is 482913.\n\n${statement(12)}\n\nIt replaces 551204.`)).toEqual(['482913', '551204'])
  })

  test('a few lines with numbers are no listing', () => {
    expect(codesIn(`Your code is 482913.\n\n${statement(3)}`)).toHaveLength(7)
  })

  test.each([
    'Your login code is 482913, valid until 14:30 on 28 November.',
    'Ihre TAN für 8 Aufträge vom 28.11.2026 lautet 482913.',
    'TAN: 482913 (5 min, bis 14:30)',
    'code:482913',
  ])('lines of other words and columns beside a listing are none of its rows: %s', (line) => {
    for (const listing of [order, payments])
      for (const gap of ['\n', '\n\n']) {
        expect(codesIn(`${line}${gap}${listing}`)).toEqual(['482913'])
        expect(codesIn(`${listing}${gap}${line}`)).toEqual(['482913'])
      }
  })

  test('a line with a word for codes is no row, even with the columns of one', () => {
    for (const line of ['TAN 482913 14:30', '验证码482913 5分钟 14:30', 'código:482913 ok 14:30'])
      for (const at of [0, 4, 9]) {
        const listing = rows(9, (row) => `Cable 48${20 + row} 4,50 4`)
          .toSpliced(at, 0, line)
          .join('\n')

        expect(codesIn(listing)).toContain('482913')
      }
  })

  test('a blank line ends the rows that are alike in their columns alone', () => {
    const words = ['Cable', 'Lamp', 'Chair', 'Desk', 'Shelf', 'Clock', 'Vase', 'Bowl', 'Fork', 'Cup']
    const varied = (name: string, at: number): string => `${name} 48${20 + at} 2 4,50`

    expect(codesIn(words.map(varied).join('\n'))).toEqual([])
    expect(codesIn(words.map(varied).join('\n\n'))).toHaveLength(10)
  })

  test('the rows of a table in HTML are told apart, too', () => {
    const cells = (...texts: (string | number)[]): string =>
      `<tr>${texts.map((text) => `<td>${text}</td>`).join('')}</tr>`
    const table = rows(9, (at) => cells('Cable', 4820 + at, '5 m', '4,50')).join('')
    const codesInHtml = (html: string): string[] => codesOf({ name: 'html', ...htmlToText(html) })

    for (const row of [
      cells('TAN', 482_913, '5 min', '14:30'),
      cells('Login code', 482_913, 'valid 10 min', 'until 14:30'),
    ]) {
      expect(codesInHtml(`<table>${table}${row}</table>`)).toEqual(['482913'])
      expect(codesInHtml(`<table>${row}${table}</table>`)).toEqual(['482913'])
    }
    expect(
      codesInHtml(`<p>Your code is <b>482913</b>, valid 10 minutes until 14:30.</p><table>${table}</table>`),
    ).toEqual(['482913'])
  })

  test.each([
    ['one number', (at: number) => `Card payment ${10_000 + at} at shop`],
    ['blank lines between', (at: number) => `Item ${10_000 + at}\n`],
    ['two lines for each', (at: number) => `Cable AB-${1000 + at}\nQty ${at}  ${at},50 EUR\n`],
    ['hexadecimal numbers', (at: number) => `step ${10_000 + at} sha ${((at + 1) * 2_654_435_761).toString(16)}`],
  ])('lines that differ in their numbers alone are a listing wherever they stand: %s', (_, row) => {
    expect(codesIn(`Your code is 482913.\n\n${rows(20, row).join('\n')}`)).toEqual(['482913'])
  })

  test.each([
    ['the same number', () => 'Orbit 482913 thanks'],
    ['a word for codes', (at: number) => `Your code is ${482_913 + at}`],
    ['no words', (at: number) => `${482_913 + at}`],
  ])('lines that are alike are none with %s', (_, row) => {
    expect(codesIn(rows(9, row).join('\n'))).toHaveLength(9)
  })
})

describe('many numbers', () => {
  const words = ['river', 'paper', 'market', 'mountain', 'letter', 'garden', 'window']
  const line = (at: number): string =>
    [`${40_118 + 37 * at}`, ...rows(3, (word) => words[(at * (word + 2) + (at >> word)) % 7] ?? '')].join(' ')

  test('of more than a hundred those nearest to words for codes are candidates', () => {
    const lines = rows(400, (at) => `${line(at)} ${'abcdefghijklmnopqrst'.slice(at % 20)}${'xyzuvw'.slice(at % 6)}`)

    for (const at of [0, 150, 400]) {
      const codes = codesIn(lines.toSpliced(at, 0, 'Your code is 482913.').join('\n'))

      expect(codes).toContain('482913')
      expect(codes.length).toBeLessThanOrEqual(10)
    }
  })
})
