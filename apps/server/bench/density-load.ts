import { createCodeReader, createMailParser, htmlToText, packMail } from '@inlet/mail'
import { answerOrder } from './answer-order.ts'
import { type DenseMail, denseMails, rawOf } from './dense-mails.ts'
import { median } from './median.ts'

/** Mails of one size to read in turns, in a process of their own. */
export interface DensityOrder {
  mailBytes: number
  rounds: number
}

/** Processor time for a mail in µs, and that as a multiple of what the ordinary mail of the same form takes. */
export interface DensityResult {
  name: string
  form: DenseMail['form']
  extractUs: number
  wholeUs: number
  ofOrdinaryExtract: number
  ofOrdinary: number
}

const envelope = { mailFrom: 'no-reply@orbit.example', isTls: false }
const readingsPerRound = 40

async function run({ mailBytes, rounds }: DensityOrder): Promise<DensityResult[]> {
  const mails = denseMails(mailBytes)
  const steps = mails.map(stepsOf)
  // In turns: a machine that is slower for a while is so for all.
  const times = Array.from({ length: rounds }, () =>
    steps.map(({ extract, whole }) => ({ extractUs: timeOf(extract), wholeUs: timeOf(whole) })),
  )
  const extractUs = mails.map((_, index) => median(times.map((round) => round[index]?.extractUs ?? 0)))
  const wholeUs = mails.map((_, index) => median(times.map((round) => round[index]?.wholeUs ?? 0)))
  return mails.map(({ name, form }, index) => {
    const ordinary = mails.findIndex((mail) => mail.form === form && mail.isOrdinary === true)
    const [extract = 0, whole = 0] = [extractUs[index], wholeUs[index]]
    return {
      name,
      form,
      extractUs: extract,
      wholeUs: whole,
      ofOrdinaryExtract: extract / (extractUs[ordinary] ?? 0),
      ofOrdinary: whole / (wholeUs[ordinary] ?? 0),
    }
  })
}

const parseMail = createMailParser()
const { extract } = createCodeReader()

function stepsOf(mail: DenseMail) {
  const raw = rawOf(mail)
  const html = mail.form === 'html' ? htmlToText(mail.body) : undefined
  const source = { subject: mail.subject, text: mail.form === 'text' ? mail.body : '', html }
  return { extract: () => extract(source), whole: () => packMail(parseMail(raw, envelope), raw) }
}

function timeOf(step: () => unknown): number {
  const before = process.cpuUsage()
  for (let count = 0; count < readingsPerRound; count++) step()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / readingsPerRound
}

answerOrder(run)
