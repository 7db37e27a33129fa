import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { z } from 'zod'

/** One piece of a mail's body in its source. */
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

/** `mailbox`: of no kind in particular, in the proportions of a mailbox; `oblique`: hard on purpose, a code in
 * words that few senders choose or a near miss that is worded like one. */
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
  'mailbox',
  'oblique',
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
  'mailbox',
  'oblique',
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
const languageTraits = z.strictObject({
  /** Charsets other than UTF-8 that mail in the language uses. */
  charsets: z.array(z.string()),
  isRightToLeft: z.boolean(),
  hasWordSpaces: z.boolean(),
  /** Whether the language also uses full-width digits (U+FF10 to U+FF19). */
  hasFullWidthDigits: z.boolean(),
  /** The text part of an HTML mail that has no real text part. */
  stubText: line,
})
const sourceFile = languageTraits.extend({ language: z.string(), mails: z.array(writtenMail) })
const heldOutFile = z.strictObject({ language: z.string(), mails: z.array(writtenMail) })

/** The data of a language that the generator needs. */
export type LanguageTraits = z.infer<typeof languageTraits>

/** The source of a mail: texts and blocks, not yet bytes. */
export type SourceMail = z.infer<typeof writtenMail> & {
  language: string
  traits: LanguageTraits
  isHeldOut: boolean
}

/** The texts of the mails, one file for each language; those in `held-out/` are not for tuning. */
export const sourceFolder = new URL('../../corpus/sources/', import.meta.url)

/**
 * Reads all source mails of a folder, in the order of languages and ids.
 * @throws Error with the file and the error where a source has a wrong format, or an id occurs twice
 */
export function readSourceMails(folder: URL): SourceMail[] {
  const mails = namesIn(folder).flatMap((name) => readLanguage(folder, name))
  const keys = new Set<string>()
  for (const { language, id } of mails) {
    const key = `${language}/${id}`
    if (keys.has(key)) throw new Error(`${key} occurs twice`)
    keys.add(key)
  }
  return mails.sort((one, other) => compare(`${one.language}/${one.id}`, `${other.language}/${other.id}`))
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))

const namesIn = (folder: URL): string[] => readdirSync(folder).filter((file) => file.endsWith('.json'))

function readLanguage(folder: URL, name: string): SourceMail[] {
  const { language, mails, ...traits } = readFile(new URL(name, folder), sourceFile)
  const heldOut = readFile(new URL(`held-out/${name}`, folder), heldOutFile)
  return [
    ...mails.map((mail) => ({ ...mail, language, traits, isHeldOut: false })),
    ...heldOut.mails.map((mail) => ({ ...mail, language, traits, isHeldOut: true })),
  ]
}

function readFile<File extends { language: string }>(file: URL, schema: z.ZodType<File>): File {
  const parsed = schema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!parsed.success) throw new Error(`${file.pathname}: ${z.prettifyError(parsed.error)}`)
  const { language } = parsed.data
  if (language !== basename(file.pathname, '.json')) throw new Error(`${file.pathname} is not of ${language}`)
  return parsed.data
}
