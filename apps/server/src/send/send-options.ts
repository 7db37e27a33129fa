import { readFile } from 'node:fs/promises'
import { type GivenOptions, UsageError } from '../cli/command.ts'
import type { CallDescription } from '../cli/command-line.ts'
import { verificationMail } from './verification-mail.ts'

/** What `npm run send` takes. */
export const sendDescription: CallDescription = {
  about: 'Sends a mail over SMTP to the running server: a sample with a one-time code, or one of yours',
  options: {
    to: { value: 'ADDRESS', about: 'The recipient; several with commas between them', isRequired: true },
    from: { value: 'ADDRESS', about: 'The sender (default "Acme Accounts <accounts@acme.example>")' },
    subject: { value: 'TEXT', about: 'The subject (default "Confirm your e-mail address")' },
    code: { value: 'CODE', about: 'The code in the sample mail (default six random digits)' },
    text: { value: 'TEXT', about: 'A plain text of your own instead of the sample mail' },
    html: { value: 'HTML', about: 'An HTML body of your own, alone or with --text' },
    file: { value: 'MAIL.EML', about: 'A whole mail from a file, sent byte for byte' },
    host: { value: 'HOST', about: 'The mail server (default: the running server, else SMTP_HOST or 127.0.0.1)' },
    port: { value: 'PORT', about: 'Its port (default: that of the running server, else SMTP_PORT or 2525)' },
  },
  examples: [
    '--to code@demo.localhost',
    '--to code@demo.localhost --code 482913',
    '--to code@demo.localhost --subject "Welcome" --text "Your code is 771204"',
    '--to code@demo.localhost --file signup.eml',
  ],
  notes: 'Exit codes: 0 taken for every recipient, 1 refused or not reached, 2 wrong command line.',
}

/** The mail to send, and the server where one was named. */
export interface SendOptions {
  to: string[]
  from: string
  content: { subject: string; text?: string; html?: string } | { raw: Buffer }
  /** What the mail contains, for the line that reports it as sent. */
  summary: string
  host: string | null
  port: number | null
}

/** Reads the mail and the server from the options. @throws UsageError */
export async function readSendOptions(given: GivenOptions): Promise<SendOptions> {
  const to = (textOf(given, 'to') ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')
  if (to.length === 0) throw new UsageError('--to: expected an address')
  const from = textOf(given, 'from') ?? 'Acme Accounts <accounts@acme.example>'
  return { to, from, ...(await readContent(given)), host: textOf(given, 'host'), port: readPort(given) }
}

async function readContent(given: GivenOptions): Promise<Pick<SendOptions, 'content' | 'summary'>> {
  const [file, text, html] = [textOf(given, 'file'), textOf(given, 'text'), textOf(given, 'html')]
  if (file !== null) {
    refuseTogether(given, '--file', ['subject', 'code', 'text', 'html'])
    return { content: { raw: await readMail(file) }, summary: `the mail of ${file}` }
  }
  const code = textOf(given, 'code') ?? String(Math.floor(100_000 + Math.random() * 900_000))
  const sample = verificationMail(code)
  const subject = textOf(given, 'subject') ?? sample.subject
  if (text === null && html === null) return { content: { ...sample, subject }, summary: `the code ${code}` }

  refuseTogether(given, text === null ? '--html' : '--text', ['code'])
  const content = { subject, ...(text === null ? {} : { text }), ...(html === null ? {} : { html }) }
  return { content, summary: `the subject "${subject}"` }
}

function refuseTogether(given: GivenOptions, option: string, others: string[]): void {
  const other = others.find((name) => given[name] !== undefined)
  if (other)
    throw new UsageError(
      `--${other} and ${option} exclude each other: a mail of your own replaces the sample and its parts`,
    )
}

async function readMail(file: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    throw new UsageError(`--file: ${file} cannot be read (${code})`)
  }
}

function readPort(given: GivenOptions): number | null {
  const text = textOf(given, 'port')
  if (text === null) return null
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (port < 1 || port > 65_535) throw new UsageError('--port: expected a number from 1 to 65535')
  return port
}

function textOf(given: GivenOptions, option: string): string | null {
  const value = given[option]
  return typeof value === 'string' ? value : null
}
