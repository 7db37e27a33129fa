import { createMailParser } from '@inlet/mail'
import { type FakeAnswer, fakeDns } from '@inlet/testkit'
import { authenticateMail } from '../src/authentication/authenticate-mail.ts'
import type { AuthenticationVerdict } from '../src/authentication/authentication-verdict.ts'
import { verdictFor } from '../src/authentication/authentication-verdict.ts'
import { createDnsLookup, withinBudget } from '../src/authentication/dns-lookup.ts'
import type { MailAuthenticator } from '../src/authentication/mail-authenticator.ts'
import { findMailHead } from '../src/authentication/mail-head.ts'

const parseMail = createMailParser()

interface Arrival {
  mailFrom?: string
  helo?: string
  publicIp?: string | null
  budgetMs?: number
}

/** Tests' way through everything but the threads: judges a mail against a zone, for the author that is shown. */
export async function judge(
  raw: Buffer | string,
  zone: Record<string, FakeAnswer>,
  { mailFrom = 'bounces@sender.test', helo = 'mx.sender.test', publicIp = null, budgetMs = 2_000 }: Arrival = {},
): Promise<AuthenticationVerdict> {
  await using dns = await fakeDns(zone)
  const { lookup } = createDnsLookup({ servers: [dns.server], onChange: () => {} })
  const bytes = Buffer.from(raw)
  const head = findMailHead(bytes)
  if (!head) return 'none'
  const headBytes = head.sizeBytes
  const judgement = await authenticateMail(
    { head: bytes.subarray(0, headBytes), body: bytes.subarray(headBytes), mailFrom, helo, publicIp },
    { lookup: withinBudget(lookup, { totalMs: budgetMs, maxQuestions: 60 }), yieldTurn: async () => {} },
  )
  return verdictFor(parseMail(bytes, { mailFrom, isTls: false }).fromAddr, judgement)
}

/** A mail with two lines of text, from `from`. */
export function mailFrom(from: string, more: string[] = []): string {
  const head = [`From: ${from}`, 'To: someone@inbox.test', 'Subject: Hello', 'Date: Sat, 21 Nov 2026 10:00:00 +0000']
  return [...head, ...more, '', 'Good  morning, ', 'and good bye.', ''].join('\r\n')
}

/** What a client says before a mail from `localPart` of `sender.test`. */
export const envelope = (clientIp: string, localPart = 'ada') => ({
  mailFrom: `${localPart}@sender.test`,
  clientIp,
  helo: 'mx.sender.test',
  isTls: false,
})

/** An authenticator's judgements in one word each. */
export const verdicts =
  ({ judge }: MailAuthenticator) =>
  async (...mail: Parameters<MailAuthenticator['judge']>) =>
    (await judge(...mail)).verdict
