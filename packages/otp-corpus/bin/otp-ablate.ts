import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type CodeSource, createCodeReader, featureNames, htmlToText } from '@inlet/mail'
import { type KnownMail, knownMails } from '../src/known-mails.ts'
import { takeApart } from '../src/read-code.ts'
import { errorOf, listMails } from './list-mails.ts'

const usage = `Usage: npm run -s otp:ablate [-- PATH…]

Reads the development mails of the corpus, those of the extractor's tests, and the .eml files under each PATH, once with all
features and once without each of them. Each feature gives a line: of how many mails the answer changes without it, and of how many
it is wrong then and was right before, and the other way round. A feature that changes nothing can go.

Exit codes: 0 done, 1 something could not be read, 2 an invalid command line.`

type Answers = (string | null)[]

const answersTo = (sources: readonly CodeSource[], without?: string): Answers => {
  const { extract } = createCodeReader({ without })
  return sources.map((source) => extract(source)?.code ?? null)
}

function readMail(file: string): CodeSource {
  const { html, ...mail } = takeApart(readFileSync(file))
  return { ...mail, html: html ?? undefined }
}

/** @returns the exit code */
async function ablate(paths: string[]): Promise<number> {
  const { files, errors } = await listMails(paths)
  const own = files.flatMap((file): CodeSource[] => {
    try {
      return [readMail(file)]
    } catch (error) {
      errors.push(`${file}: ${errorOf(error)}`)
      return []
    }
  })
  const mails: (CodeSource & Partial<KnownMail>)[] = [...knownMails(), ...own]
  const sources = mails.map(({ html, ...mail }) => ({
    ...mail,
    html: typeof html === 'string' ? htmlToText(html) : html,
  }))
  const whole = answersTo(sources)
  for (const name of featureNames) {
    const answers = answersTo(sources, name)
    const changed = mails.flatMap(({ code }, index) => {
      const [before, after] = [whole[index], answers[index]]
      return before === after ? [] : [{ isWorse: before === code, isBetter: after === code }]
    })
    const count = (is: 'isWorse' | 'isBetter'): string => String(changed.filter((mail) => mail[is]).length).padStart(6)
    console.log(`${name.padEnd(20)}${String(changed.length).padStart(6)}${count('isWorse')}${count('isBetter')}`)
  }
  for (const error of errors) console.error(error)
  return errors.length > 0 ? 1 : 0
}

try {
  const { values, positionals } = parseArgs({
    options: { help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  })
  if (values.help) console.log(usage)
  else process.exitCode = await ablate(positionals)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error(`\n${usage}`)
  process.exitCode = 2
}
