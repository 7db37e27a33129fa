import { readFileSync } from 'node:fs'
import { z } from 'zod'

const id = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
const language = z.string().regex(/^[a-z]{2}(?:-[A-Z]{2})?$/)
const code = z
  .string()
  .regex(/^[A-Za-z0-9]{4,10}$/)
  .nullable()
const repository = z.string().regex(/^[\w.-]+\/[\w.-]+$/)
const commit = z.string().regex(/^[0-9a-f]{40}$/)

const shortMail = z.strictObject({
  id,
  /** The mails of the sets 2 and 3 were scored once before they were opened; set 4 is not learned from. */
  set: z.literal([1, 2, 3, 4]),
  language,
  /** In whose manner the mail is written. */
  habit: z.string(),
  subject: z.string(),
  text: z.string().optional(),
  html: z.string().optional(),
  code,
})

const reference = z.strictObject({
  /** Without it, the `path` of the mail. */
  path: z.string().optional(),
  /** The string under this key; `…` at its end stands for the rest of the key. */
  key: z.string().optional(),
  /** The first and the last line that are read. */
  lines: z.tuple([z.int().positive(), z.int().positive()]).optional(),
})
const part = z.union([z.string(), reference])
const templateMail = z.strictObject({
  id,
  repository,
  language,
  path: z.string().optional(),
  /** Made from the name of the repository where there is none. */
  from: z.string().optional(),
  subject: part,
  text: z.array(part).optional(),
  html: z.array(part).optional(),
  /**
   * Placeholders and what stands in their place; the longest wins. In a name, `…` stands for any text. A reference without a key
   * has the first such text as its key.
   */
  values: z.record(z.string(), part).default({}),
  code: code.default(null),
})
const templateList = z.strictObject({ commits: z.record(repository, commit), mails: z.array(templateMail) })

const archive = z.strictObject({
  repository,
  /** A folder or a file. */
  path: z.string(),
  kind: z.enum(['list', 'personal', 'newsletter', 'spam']),
  format: z.enum(['eml', 'mbox', 'html', 'markdown', 'text', 'json', 'parquet']),
  /** How many of its mails are in the set. */
  count: z.int().positive(),
})
const archiveList = z.strictObject({ commits: z.record(repository, commit), archives: z.array(archive) })
/** `KIND/NAME` of the mails that do carry a code. */
const archiveCodes = z.record(z.string(), code.unwrap())

/** A mail of one to five lines. */
export type ShortMail = z.infer<typeof shortMail>
/** A text as written, or a reference into a repository. */
export type Part = z.infer<typeof part>
/** A mail as references into one repository. */
export type TemplateMail = z.infer<typeof templateMail>

/** The short mails. @throws Error for a list in a wrong format */
export const readShortMails = (): ShortMail[] => readList('short', z.array(shortMail))
/** Whether a short mail may be learned from. */
export const isLearned = ({ set }: ShortMail): boolean => set < 4
/** The mails of templates, and the commits of their repositories. @throws Error for a list in a wrong format */
export const readTemplates = (): z.infer<typeof templateList> => readList('templates', templateList)
/** The archives, and the commits of their repositories. @throws Error for a list in a wrong format */
export const readArchives = (): z.infer<typeof archiveList> => readList('archives', archiveList)
/** The codes of archived mails. @throws Error for a list in a wrong format */
export const readArchiveCodes = (): z.infer<typeof archiveCodes> => readList('archive-codes', archiveCodes)

function readList<List>(name: string, schema: z.ZodType<List>): List {
  const file = new URL(`../../people/${name}.json`, import.meta.url)
  const parsed = schema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!parsed.success) throw new Error(`${file.pathname}: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}
