import { parseArgs } from 'node:util'
import { corpusMails } from '../src/generator/corpus-mails.ts'
import { writeCorpus } from '../src/write-corpus.ts'

const usage = `Usage: npm run corpus -- FOLDER

Writes the mails of the corpus, one .eml file each, and manifest.json, which says of each what it is, to a new or empty folder.`

try {
  const { values, positionals } = parseArgs({
    options: { help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  })
  const [folder, ...more] = positionals
  if (values.help) console.log(usage)
  else if (folder === undefined || more.length > 0) {
    console.error(usage)
    process.exitCode = 2
  } else {
    writeCorpus(folder)
    console.log(`${corpusMails().length} mails: ${folder}`)
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
