import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { installPythonLibraries } from '@inlet/testkit'
import { knownMails } from '../../src/known-mails.ts'
import { fitLines } from './samples.ts'

const usage = `Usage: npm run otp:train

Fits the classifiers of the wording to the development mails of the corpus and those of the extractor's tests, and writes their weights to
packages/mail/src/one-time-code/wording/weights.json. The held-back mails are not read. The same mails and the same code give the same weights.
To be run after the development mails, the rendering of HTML, the candidates or the groups of characters have changed. Needs Python 3.11 or later, with pip.`

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const weightsFile = pathOf('../../../mail/src/one-time-code/wording/weights.json')

async function train(): Promise<void> {
  const libraries = await installPythonLibraries('scikit-learn', pathOf('requirements.txt'))
  const mails = knownMails()
  const lines = fitLines(mails).map((line) => `${JSON.stringify(line)}\n`)
  const python = spawn('python3', [pathOf('fit.py'), libraries], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [ended, weights] = await Promise.allSettled([
    once(python, 'exit'),
    text(python.stdout),
    // Fails where Python ends before it has read all: its exit code says so, too, and its own words stand on the error output.
    pipeline(Readable.from(lines), python.stdin),
  ])
  if (ended.status === 'rejected' || ended.value[0] !== 0 || weights.status === 'rejected')
    throw new Error('The fit failed')
  await writeFile(weightsFile, weights.value)
  console.log(`${mails.length} mails: ${weightsFile}`)
}

try {
  const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } })
  if (values.help) console.log(usage)
  else await train()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error(`\n${usage}`)
  process.exitCode = 2
}
