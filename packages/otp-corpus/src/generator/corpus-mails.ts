import { mailBytes } from './mail-bytes.ts'
import { readSourceMails, sourceFolder } from './source-mail.ts'

/** An entry of the manifest: the facts about a mail's file. */
export interface ManifestEntry {
  /** Below the corpus folder. */
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

/** Makes every mail of the corpus from the sources, in the order of the manifest; always the same bytes. @throws Error for a source in a wrong format */
export function makeCorpus(folder: URL = sourceFolder): CorpusMail[] {
  return readSourceMails(folder).map((mail) => {
    const { id, otp, language, kind, isHeldOut } = mail
    const { bytes, shape, charset } = mailBytes(mail)
    const file = `${isHeldOut ? 'held-out' : 'mails'}/${language}/${id}.eml`
    return { entry: { file, otp, language, kind, shape, charset, isHeldOut }, bytes }
  })
}
