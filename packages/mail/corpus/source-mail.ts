import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { z } from 'zod'

/** One piece of a mail's body, as its author wrote it. */
export type Block =
  | { h: string }
  | { p: string }
  | { code: string }
  | { row: string[] }
  | { li: string }
  | { button: string; href: string }
  | { hidden: string }
  | { footer: string }
  | { quote: Block[] }
  | { html: string; text: string }

const line = z.string().min(1)
const block: z.ZodType<Block> = z.lazy(() =>
  z.union([
    z.strictObject({ h: line }),
    z.strictObject({ p: line }),
    z.strictObject({ code: line }),
    z.strictObject({ row: z.array(z.string()).min(1) }),
    z.strictObject({ li: line }),
    z.strictObject({ button: line, href: z.url() }),
    z.strictObject({ hidden: line }),
    z.strictObject({ footer: line }),
    z.strictObject({ quote: z.array(block).min(1) }),
    z.strictObject({ html: line, text: line }),
  ]),
)

const withCode = [
  'labelled',
  'sentence',
  'own-line',
  'code-first',
  'subject-only',
  'alphanumeric',
  'grouped',
  'prefixed',
  'native-digits',
  'distractors',
  'new-and-old',
  'forwarded',
  'mixed-language',
  'terse',
] as const
const withoutCode = [
  'order',
  'invoice',
  'shipping',
  'promo',
  'gift-card',
  'booking',
  'card-approval',
  'sms-prompt',
  'education',
  'magic-link',
  'newsletter',
  'meeting',
  'support-ticket',
  'account-notice',
  'phone-numbers',
  'statement',
  'personal',
  'technical',
  'postal',
] as const

const common = {
  id: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
  from: z.string().regex(/^[^<>]+ <[a-z0-9.+-]+@[a-z0-9.-]+\.example>$/),
  subject: line,
  body: z.array(block).min(1),
  layout: z.enum(['plain', 'html', 'both', 'stub-text', 'cells', 'spans', 'zero-width', 'full-width']).optional(),
}
const writtenMail = z.union([
  z.strictObject({ ...common, otp: z.string().regex(/^[A-Za-z0-9]{4,10}$/), kind: z.enum(withCode) }),
  z.strictObject({ ...common, otp: z.null(), kind: z.enum(withoutCode) }),
])
const sourceFile = z.strictObject({ language: z.string(), mails: z.array(writtenMail) })

type LanguageMail = z.infer<typeof writtenMail> & { language: string }

/** A mail as its author wrote it: words and blocks, no bytes yet. */
export type SourceMail = LanguageMail & { isHeldOut: boolean }

/** Where the mails' words stand; those in `held-out/` are not for tuning. */
export const sourceFolder = new URL('./sources/', import.meta.url)

/**
 * Reads all source mails of a folder, in the order of languages and ids.
 * @throws Error that names the file and the fault where one is not of the format, or an id stands twice
 */
export function readSourceMails(folder: URL): SourceMail[] {
  const mails = [...readSplit(folder, false), ...readSplit(new URL('held-out/', folder), true)]
  const keys = new Set<string>()
  for (const { language, id } of mails) {
    const key = `${language}/${id}`
    if (keys.has(key)) throw new Error(`${key} stands twice`)
    keys.add(key)
  }
  return mails.sort((one, other) => compare(`${one.language}/${one.id}`, `${other.language}/${other.id}`))
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))

function readSplit(folder: URL, isHeldOut: boolean): SourceMail[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return files.flatMap((file) => readFile(new URL(file, folder)).map((mail) => ({ ...mail, isHeldOut })))
}

function readFile(file: URL): LanguageMail[] {
  const parsed = sourceFile.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!parsed.success) throw new Error(`${file.pathname}: ${z.prettifyError(parsed.error)}`)
  const { language, mails } = parsed.data
  if (language !== basename(file.pathname, '.json')) throw new Error(`${file.pathname} is not of ${language}`)
  return mails.map((mail) => ({ ...mail, language }))
}
