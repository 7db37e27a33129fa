import { type Draw, digits, drawsFrom, hex, two } from './mails/draws.ts'

/** A mail of the bench, full of numbers or with few of them. */
export interface DenseMail {
  name: string
  form: 'text' | 'html'
  subject: string
  body: string
  /** With the numbers that any mail has: what the others are compared with. */
  isOrdinary?: boolean
}

const vocabulary =
  'the your to and of you for order is in our on with this we from account at be are by please delivery it that or can have will as not if item my date new now here all email free offer team click time day service customer shipping address shop status number total price online details support contact help thank payment update store product today card week best security privacy policy sent made size colour quantity summer winter garden kitchen morning evening coffee bicycle window mountain river paper silver market letter holiday jacket notebook lantern blanket ceramic wooden cotton leather'.split(
    ' ',
  )
const letters = 'abcdefghjkmnpqrstuvwxyz'

const word = (draw: Draw): string => vocabulary[draw(vocabulary.length)] ?? ''
const words = (draw: Draw, count: number): string => Array.from({ length: count }, () => word(draw)).join(' ')
const amount = (draw: Draw): string => `${1 + draw(1900)}.${two(draw(100))}`
const date = (draw: Draw): string => `2026-${two(1 + draw(12))}-${two(1 + draw(28))}`

/** A paragraph as shops and people write them: a price, a day or a phone number here and there. */
function paragraph(draw: Draw): string {
  const numbers = [`${amount(draw)} EUR`, `on ${1 + draw(28)} March 2026`, `+44 20 7946 ${digits(draw, 4)}`, '']
  return `${words(draw, 12)}, ${words(draw, 9)} ${numbers[draw(numbers.length)]}. ${words(draw, 14)}.`
}

const stages = ['compile', 'link', 'test', 'bundle', 'upload', 'cache']
const logLine = (draw: Draw): string =>
  `${date(draw)}T${two(draw(24))}:${two(draw(60))}:${two(draw(60))}.${digits(draw, 3)}Z [worker-${draw(16)}] ${stages[draw(6)]} ${word(draw)}${draw(90)}.o ${hex(draw, 7)} pid ${digits(draw, 5)} took ${digits(draw, 4)} ms`

const statementCells = (draw: Draw): string[] => [
  date(draw),
  `Card ${words(draw, 2)} ${digits(draw, 4)}`,
  `ref ${digits(draw, 8)}`,
  `-${amount(draw)}`,
  amount(draw),
]

const orderCells = (draw: Draw): string[] => [
  `SKU-${digits(draw, 5)}`,
  `${words(draw, 3)} ${letters[draw(23)]?.toUpperCase()}${digits(draw, 3)}`,
  digits(draw, 6),
  String(1 + draw(20)),
  amount(draw),
  amount(draw),
]

/** Words of letters and digits that take turns, as product numbers and tokens have them. */
const mixedLine = (draw: Draw): string =>
  Array.from({ length: 8 }, () => `${hex(draw, 3)}${letters[draw(23)]}${digits(draw, 2)}${letters[draw(23)]}`).join(' ')

const cellStyle = 'padding:6px 12px;font-family:Arial,sans-serif;font-size:14px'
const tableRow = (cells: string[]): string =>
  `<tr>${cells.map((cell) => `<td style="${cellStyle}">${cell}</td>`).join('')}</tr>`

function filled(bytes: number, line: () => string): string {
  let text = ''
  while (text.length < bytes) text += `${line()}\r\n`
  return text
}

/** Mails of about `bytes` bytes: ordinary ones, and such as are full of numbers. The same bytes each time. */
export function denseMails(bytes: number): DenseMail[] {
  const draw = drawsFrom(482_913)
  const text = (name: string, subject: string, line: () => string): DenseMail => ({
    name,
    form: 'text',
    subject,
    body: `Hello Kim,\r\n\r\n${filled(bytes, line)}\r\nOrbit\r\n`,
  })
  const letter = (): string => `${paragraph(draw)}\r\n`
  const withCode = text('letter with a code', 'Your verification code', letter)
  const html = (name: string, subject: string, line: () => string): DenseMail => ({
    name,
    form: 'html',
    subject,
    body: `<html><body><p>Hello Kim,</p><table>${filled(bytes, line)}</table><p>Orbit</p></body></html>`,
  })
  return [
    { ...text('letter', 'News from Orbit', letter), isOrdinary: true },
    { ...withCode, body: withCode.body.replace(',', ', your code is 482913.') },
    text('order', 'Your order 40718866', () => orderCells(draw).join('  ')),
    text('bank statement', 'Account statement', () => statementCells(draw).join('  ')),
    text('build log', 'Build 4821 failed', () => logLine(draw)),
    text('words full of digits', 'Part list', () => mixedLine(draw)),
    { ...html('letter', 'News from Orbit', () => tableRow([paragraph(draw)])), isOrdinary: true },
    html('order', 'Your order 40718866', () => tableRow(orderCells(draw))),
    html('bank statement', 'Account statement', () => tableRow(statementCells(draw))),
  ]
}

/** The bytes of such a mail. */
export const rawOf = ({ form, subject, body }: DenseMail): Buffer =>
  Buffer.from(
    [
      'From: Orbit <no-reply@orbit.example>',
      'To: someone@demo.localhost',
      `Subject: ${subject}`,
      'Date: Sat, 21 Nov 2026 09:30:00 +0000',
      'Message-ID: <dense@orbit.example>',
      'MIME-Version: 1.0',
      `Content-Type: text/${form === 'html' ? 'html' : 'plain'}; charset=utf-8`,
      '',
      body,
    ].join('\r\n'),
  )
