import { createHash } from 'node:crypto'
import { encodeWords } from 'nodemailer/lib/mime-funcs'
import { buildLog } from './build-log.ts'
import { codeMail } from './code-mail.ts'
import { type Draw, drawsFrom } from './draws.ts'
import { invoiceMail } from './invoice-mail.ts'
import type { ComposedMail } from './mail-form.ts'
import { newsletter } from './newsletter.ts'
import { orderMail } from './order-mail.ts'
import { plainLine } from './plain-line.ts'
import { prose, type Writing } from './writing.ts'

/** The mails of the bench, as services and people send them, and their sizes in bytes. */
export const mailSizes = {
  line: 500,
  code: 10_000,
  order: 10_000,
  log: 10_000,
  newsletter: 100_000,
  invoice: 100_000,
} as const

export type MailName = keyof typeof mailSizes

export const mailNames: readonly MailName[] = ['line', 'code', 'order', 'log', 'newsletter', 'invoice']

/** A mail; `head` ends where another field may follow. */
export interface NaturalMail {
  head: Buffer
  rest: Buffer
}

type Maker = (draw: Draw, bytes: number) => { writing: Writing; compose: (filler: string) => ComposedMail }

const makers: Record<MailName, Maker> = {
  line: plainLine,
  code: codeMail,
  order: orderMail,
  log: buildLog,
  newsletter,
  invoice: invoiceMail,
}

/** @throws where no mail is called so */
export function mailNamed(text: string): MailName {
  const name = mailNames.find((each) => each === text)
  if (!name) throw new Error(`no mail is called ${text}: there are ${mailNames.join(', ')}`)
  return name
}

/** The mail whose size is nearest. */
export function nearestMail(bytes: number): MailName {
  const distance = (name: MailName) => Math.abs(mailSizes[name] - bytes)
  return mailNames.reduce((best, name) => (distance(name) < distance(best) ? name : best))
}

/** So much is made of a mail before a load begins: more would delay it by seconds. */
const madeBytes = 4_000_000
const madeMost = 200

/** Mails of this name to send, in pieces and with the Message-ID that is asked for. Each differs from the last two hundred, large ones from forty. */
export function mailSource(name: MailName): (id: string | number) => Buffer[] {
  const count = Math.min(madeMost, madeBytes / mailSizes[name])
  const mails = Array.from({ length: count }, (_, seed) => naturalMail(name, seed))
  let sent = 0
  return (id) => {
    const { head, rest } = mails[sent++ % mails.length] ?? naturalMail(name, 0)
    return [head, Buffer.from(`Message-ID: <${id}@shop.example>\r\n`), rest]
  }
}

/** What a Message-ID takes of the size. */
const messageIdBytes = 40

/** The mail of this name that is made from this number: always the same one, and each number's another. */
export function naturalMail(name: MailName, seed: number): NaturalMail {
  const draw = drawsFrom(createHash('sha256').update(`${name} ${seed}`).digest().readUInt32LE())
  const bytes = mailSizes[name]
  const { writing, compose } = makers[name](draw, bytes)
  const missing = bytes - messageIdBytes - sizeOf(wireForm(compose('')))
  return wireForm(compose(prose(draw, writing, missing)))
}

const sizeOf = ({ head, rest }: NaturalMail): number => head.length + rest.length

function wireForm({ from, subject, fields, part }: ComposedMail): NaturalMail {
  const head = [
    `From: ${from}`,
    'To: someone@demo.localhost',
    `Subject: ${encodeWords(subject, 'Q')}`,
    'Date: Sat, 21 Nov 2026 09:30:00 +0000',
    ...fields,
    '',
  ]
  const rest = ['MIME-Version: 1.0', ...part.fields, '', part.body]
  return { head: Buffer.from(head.join('\r\n')), rest: Buffer.from(rest.join('\r\n')) }
}
