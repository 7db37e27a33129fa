import { createCodeReader, createMailParser, htmlToText, mailBodies, packMail, readMime, subjectOf } from '@inlet/mail'
import { answerOrder } from './answer-order.ts'
import { type MailName, mailSource } from './mails/natural-mails.ts'

const parseMail = createMailParser()
const { extract: extractOneTimeCode } = createCodeReader()

/** Mails of one name to parse again and again, in a process of its own; the result is its only answer. */
export interface ParseOrder {
  mail: MailName
  seconds: number
}

/** Processor time for one mail in µs, collecting garbage included: its steps apart, then all that a parsing thread does. */
export interface ParseResult {
  mimeUs: number
  renderUs: number
  extractUs: number
  wholeUs: number
}

const envelope = { mailFrom: 'no-reply@shop.example', isTls: false }
const differentMails = 40

async function run({ mail, seconds }: ParseOrder): Promise<ParseResult> {
  const nextMail = mailSource(mail)
  const mails = Array.from({ length: differentMails }, (_, id) => prepared(Buffer.concat(nextMail(id))))
  const timeOf = (step: (mail: PreparedMail) => unknown) => {
    repeat(mails, step, seconds / 4)
    return repeat(mails, step, seconds)
  }
  return {
    mimeUs: timeOf(({ raw }) => mailBodies(readMime(raw).root)),
    renderUs: timeOf(({ html }) => html && htmlToText(html)),
    extractUs: timeOf(({ source }) => extractOneTimeCode(source)),
    wholeUs: timeOf(({ raw }) => packMail(parseMail(raw, envelope), raw)),
  }
}

type PreparedMail = ReturnType<typeof prepared>

function prepared(raw: Buffer) {
  const { root, fields } = readMime(raw)
  const { text, html } = mailBodies(root)
  const rendered = html ? htmlToText(html) : undefined
  const source = { subject: subjectOf(fields), text: text ?? '', html: rendered, otpTokenHeader: undefined }
  return { raw, html, source }
}

/** @returns processor time for one mail's step, in µs */
function repeat(mails: PreparedMail[], step: (mail: PreparedMail) => unknown, seconds: number): number {
  const before = process.cpuUsage()
  const endsAt = performance.now() + seconds * 1000
  let count = 0
  while (performance.now() < endsAt) {
    for (const mail of mails) step(mail)
    count += mails.length
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / count
}

answerOrder(run)
