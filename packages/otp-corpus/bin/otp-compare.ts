import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createMailParser } from '@inlet/mail'
import { differenceOf } from '../src/compare/differing-fields.ts'
import { commitOf, olderParser } from '../src/compare/older-parser.ts'
import { corpusMails } from '../src/generator/corpus-mails.ts'
import { errorOf, listMails } from './list-mails.ts'

const usage = `Usage: npm run -s otp:compare -- COMMIT [PATH…]

Parses every mail of the corpus, the held-back ones too, and the .eml files under each PATH, with the mail parser of COMMIT and
with that of this checkout. Each mail that is not read alike gives a line: the fields that differ, and the code with its score,
its view and its reason, older → newer. Of a held-back mail the file is not named.

Exit codes: 0 all are read alike, 1 some are not, or something could not be read, 2 an invalid command line.`

interface RawMail {
  name: string
  read: () => Buffer
}

/** @returns the exit code */
async function compare(commit: string, paths: string[]): Promise<number> {
  const { files, errors } = await listMails(paths)
  const own: RawMail[] = files.map((file) => ({ name: file, read: () => readFileSync(file) }))
  const corpus = corpusMails().map(({ entry, bytes }): RawMail => {
    return { name: entry.isHeldOut ? 'a held-back mail' : entry.file, read: () => bytes }
  })
  using older = await olderParser(commitOf(commit))
  const parseMail = createMailParser()
  let differing = 0
  for (const { name, read } of [...corpus, ...own]) {
    try {
      const difference = differenceOf(read(), older.parseMail, parseMail)
      if (!difference) continue
      differing++
      const { fields, codes } = difference
      console.log(`${name}: ${fields.join(', ')}${codes ? `: ${codes.older} → ${codes.newer}` : ''}`)
    } catch (error) {
      errors.push(`${name}: ${errorOf(error)}`)
    }
  }
  console.log(`${corpus.length + own.length} mails, ${differing} read otherwise than by ${commit}`)
  for (const error of errors) console.error(error)
  return differing + errors.length > 0 ? 1 : 0
}

try {
  const { values, positionals } = parseArgs({
    options: { help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  })
  const [commit, ...paths] = positionals
  if (values.help) console.log(usage)
  else if (commit === undefined) {
    console.error(usage)
    process.exitCode = 2
  } else process.exitCode = await compare(commit, paths)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error(`\n${usage}`)
  process.exitCode = 2
}
