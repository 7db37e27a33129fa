import { mailBytes } from './mail-bytes.ts'
import { readSourceMails, sourceFolder } from './source-mail.ts'

/** The facts about a mail of the corpus. */
export interface ManifestEntry {
  /** Its path where the mails are written to a folder. */
  file: string
  /** The one-time code in canonical form, or null where the mail has none. */
  otp: string | null
  language: string
  kind: string
  shape: string
  charset: string
  isHeldOut: boolean
}

/** A mail of the corpus with its bytes. */
export interface CorpusMail {
  entry: ManifestEntry
  bytes: Buffer
}

let made: readonly CorpusMail[] | undefined

/**
 * Every mail of the corpus, in the order of languages and ids; always the same bytes. Making them takes seconds, so a process does it once.
 * @throws Error for a source in a wrong format
 */
export function corpusMails(): readonly CorpusMail[] {
  made ??= readSourceMails(sourceFolder).map((mail) => {
    const { id, otp, language, kind, isHeldOut } = mail
    const { bytes, shape, charset } = mailBytes(mail)
    const file = `${isHeldOut ? 'held-out' : 'mails'}/${language}/${id}.eml`
    return { entry: { file, otp, language, kind, shape, charset, isHeldOut }, bytes }
  })
  return made
}
