import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

const folder = new URL('./raw-mails/', import.meta.url)

/** The names of all raw mails of the corpus, without `.eml`, sorted. */
export const rawMailNames: readonly string[] = readdirSync(folder)
  .filter((file) => file.endsWith('.eml'))
  .map((file) => basename(file, '.eml'))
  .sort()

/** The bytes of a raw mail of the corpus, lines ended by CRLF. @param name with or without `.eml` @throws Error naming an unknown mail */
export function rawMail(name: string): Buffer {
  const known = basename(name, '.eml')
  if (!rawMailNames.includes(known))
    throw new Error(`No raw mail named ${known}; there are: ${rawMailNames.join(', ')}`)
  return readFileSync(new URL(`${known}.eml`, folder))
}
