import { createCodeReader, createMailParser, htmlToText, mailBodies, packMail, readMime } from '@inlet/mail'
import { answerOrder } from './answer-order.ts'
import { sampleMail } from './sample-mail.ts'

const parseMail = createMailParser()
const { extract: extractOneTimeCode } = createCodeReader()

/** One size of mail to parse again and again, in a process of its own; the result is its only answer. */
export interface ParseOrder {
  mailBytes: number
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

async function run({ mailBytes, seconds }: ParseOrder): Promise<ParseResult> {
  const { head, rest } = sampleMail(mailBytes)
  const raw = Buffer.concat([head, Buffer.from('Message-ID: <sample@shop.example>\r\n'), rest])
  const { text, html } = mailBodies(readMime(raw).root)
  const rendered = htmlToText(html ?? '')
  const source = { subject: 'Your verification code', text: text ?? '', html: rendered, otpTokenHeader: undefined }

  const timeOf = (step: () => unknown) => {
    repeat(step, seconds / 4)
    return repeat(step, seconds)
  }
  return {
    mimeUs: timeOf(() => mailBodies(readMime(raw).root)),
    renderUs: timeOf(() => htmlToText(html ?? '')),
    extractUs: timeOf(() => extractOneTimeCode(source)),
    wholeUs: timeOf(() => packMail(parseMail(raw, envelope), raw)),
  }
}

/** @returns processor time for one step, in µs */
function repeat(step: () => unknown, seconds: number): number {
  const before = process.cpuUsage()
  const endsAt = performance.now() + seconds * 1000
  let count = 0
  while (performance.now() < endsAt) {
    step()
    count += 1
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / count
}

answerOrder(run)
