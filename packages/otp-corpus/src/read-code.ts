import {
  type CodeExplanation,
  type CodeSource,
  createCodeReader,
  htmlToText,
  mailBodies,
  rawField,
  readMime,
  subjectOf,
} from '@inlet/mail'

const codes = createCodeReader()

/** A parsed mail whose HTML is not rendered yet. */
export interface TakenApart {
  subject: string
  text: string
  html: string | null
  otpTokenHeader: string | undefined
}

/** The result of the extractor for a mail, and how long it took. */
export interface CodeReading {
  otp: string | null
  /** Microseconds, rendering of the HTML included. */
  us: number
  /** The features that made the score, or why there is no code. */
  reason: string
}

const warmUpReadings = 2000
const maxWarmUpMs = 2000

/** Parses a raw mail as `parseMail` does. @throws Error when the mail breaks a parsing limit */
export function takeApart(raw: Buffer): TakenApart {
  const mime = readMime(raw)
  const { text, html } = mailBodies(mime.root)
  return {
    subject: subjectOf(mime.fields),
    text: text ?? '',
    html,
    otpTokenHeader: rawField(mime.fields, 'otp-token') ?? undefined,
  }
}

/** Renders and extracts as `parseMail` does, and measures the time. Never throws. */
export function readCode(mail: TakenApart): CodeReading {
  const startedAt = performance.now()
  const source = sourceOf(mail)
  const found = codes.extract(source)
  const us = Math.round((performance.now() - startedAt) * 10_000) / 10
  return { otp: found?.code ?? null, us, reason: found?.reason ?? codes.explain(source).reason }
}

/** What the extractor reads of a parsed mail. */
export const sourceOf = ({ subject, text, html, otpTokenHeader }: TakenApart): CodeSource => ({
  subject,
  text,
  html: html === null ? undefined : htmlToText(html),
  otpTokenHeader,
})

/** How the answer for a raw mail came about; null where it breaks a parsing limit. Never throws. */
export function explainRawCode(raw: Buffer): CodeExplanation | null {
  try {
    return codes.explain(sourceOf(takeApart(raw)))
  } catch {
    return null
  }
}

/** The reading of a raw mail; one that breaks a parsing limit is stored without a code, as `malformed`. Never throws. */
export function readRawCode(raw: Buffer): CodeReading {
  try {
    return readCode(takeApart(raw))
  } catch {
    return { otp: null, us: 0, reason: 'malformed' }
  }
}

/** Reads some mails repeatedly until V8 has compiled the hot code, as in a server after its first seconds. */
export function warmUp(mails: readonly Buffer[]): void {
  const until = performance.now() + maxWarmUpMs
  for (let readings = 0; readings < warmUpReadings && mails.length > 0; readings += mails.length) {
    for (const raw of mails) {
      readRawCode(raw)
      if (performance.now() > until) return
    }
  }
}
