import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The mails found under some paths, and an error text for each path without one. */
export interface MailList {
  files: string[]
  errors: string[]
}

const isMail = (name: string): boolean => name.toLowerCase().endsWith('.eml')

/** Lists the files given, and the `.eml` files in folders and their subfolders, sorted by name. Never throws. */
export async function listMails(paths: readonly string[]): Promise<MailList> {
  const list: MailList = { files: [], errors: [] }
  for (const path of paths) await addPath(path, list)
  return list
}

async function addPath(path: string, list: MailList): Promise<void> {
  try {
    const found = await stat(path)
    const files = found.isDirectory() ? await mailsIn(path) : [path]
    if (files.length === 0) list.errors.push(`${path}: no .eml file in this folder`)
    for (const file of files) list.files.push(file)
  } catch (error) {
    list.errors.push(`${path}: ${errorOf(error)}`)
  }
}

async function mailsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => isMail(entry.name) && !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

const knownErrors: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['EACCES', 'not allowed to read it'],
  ['EPERM', 'not allowed to read it'],
  ['EISDIR', 'is a folder'],
  ['ERR_FS_FILE_TOO_LARGE', 'is too large'],
])

/** Why something could not be read, in a few words. */
export function errorOf(error: unknown): string {
  if (!(error instanceof Error)) return 'cannot be read'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return knownErrors.get(code) ?? error.message
}
