import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { makeCorpus } from '../src/generator/corpus-mails.ts'

const corpusFolder = new URL('../corpus/', import.meta.url)

/** Writes all mails and the manifest anew. */
function generate(): void {
  const mails = makeCorpus()
  for (const folder of ['mails/', 'held-out/']) rmSync(new URL(folder, corpusFolder), { recursive: true, force: true })
  for (const { entry, bytes } of mails) {
    const file = new URL(entry.file, corpusFolder)
    mkdirSync(new URL('./', file), { recursive: true })
    writeFileSync(file, bytes)
  }
  writeFileSync(
    new URL('manifest.json', corpusFolder),
    `${JSON.stringify(
      mails.map(({ entry }) => entry),
      null,
      2,
    )}\n`,
  )
  const withCode = mails.filter(({ entry }) => entry.otp !== null).length
  const bytes = mails.reduce((sum, mail) => sum + mail.bytes.length, 0)
  console.log(`${mails.length} mails, ${withCode} with a code, ${(bytes / 1e6).toFixed(1)} MB`)
}

if (process.argv.includes('--help'))
  console.log(`Usage: npm run corpus\n\nWrites the mails of packages/otp-corpus/corpus and their manifest anew.`)
else generate()
