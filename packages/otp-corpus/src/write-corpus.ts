import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { corpusMails } from './generator/corpus-mails.ts'

/** Writes all mails and their manifest to a folder. @throws Error where the folder is not empty */
export function writeCorpus(folder: string): void {
  mkdirSync(folder, { recursive: true })
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`)
  for (const { entry, bytes } of corpusMails()) {
    const file = join(folder, entry.file)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes)
  }
  const manifest = corpusMails().map(({ entry }) => entry)
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}
