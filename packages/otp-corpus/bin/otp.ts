import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { explainRawCode, readRawCode, warmUp } from '../src/read-code.ts'
import { errorOf, listMails } from './list-mails.ts'

const usage = `Usage: npm run -s otp -- [--explain] PATH…

Finds the one-time code of each mail. PATH is a mail, or a folder: its .eml files are read, also those of its subfolders.
Each mail gives one line of JSON:

  {"file":"mails/login.eml","otp":"482913","us":92.4,"reason":"…"}

  otp     the code in canonical form, or null where the mail has none
  us      microseconds for rendering the HTML and finding the code, in a warm process; parsing the MIME structure is not included
  reason  the features that made the score, or why there is no code

With --explain a line has, in place of the time, all that could be a code, the best first, with score, view and features; a code has
51 points or more. Send us that line where a mail is read wrong: of the mail it holds these numbers and nothing else.

  {"file":"mails/login.eml","otp":null,"reason":"old-code","candidates":[{"code":"482913","view":"html","score":38,"reason":"…"}]}

Exit codes: 0 done, 1 something could not be read (all else is done), 2 an invalid command line.`

const maxWarmUpMails = 200

/** @returns the exit code */
async function readPaths(paths: string[]): Promise<number> {
  const { files, errors } = await listMails(paths)
  const stride = Math.ceil(files.length / maxWarmUpMails)
  const sample = files.filter((_, index) => index % stride === 0)
  warmUp(sample.map((file) => readMail(file, [])).filter((raw) => raw !== null))

  for (const file of files) {
    const raw = readMail(file, errors)
    if (!raw) continue
    const { otp, us, reason } = readRawCode(raw)
    await print({ file, otp, us, reason })
  }
  return report(errors)
}

/** @returns the exit code */
async function explainPaths(paths: string[]): Promise<number> {
  const { files, errors } = await listMails(paths)
  for (const file of files) {
    const raw = readMail(file, errors)
    if (!raw) continue
    const { found = null, reason = 'malformed', candidates = [] } = explainRawCode(raw) ?? {}
    const listed = candidates.map(({ code, view, score, reason }) => ({ code, view, score, reason }))
    await print({ file, otp: found?.code ?? null, reason, candidates: listed })
  }
  return report(errors)
}

/** @returns the exit code */
function report(errors: string[]): number {
  for (const error of errors) console.error(error)
  return errors.length > 0 ? 1 : 0
}

// Synchronous: after each wait the processor caches are cold, which would add to the measured time.
function readMail(file: string, errors: string[]): Buffer | null {
  try {
    return readFileSync(file)
  } catch (error) {
    errors.push(`${file}: ${errorOf(error)}`)
    return null
  }
}

async function print(line: Record<string, unknown>): Promise<void> {
  if (!process.stdout.write(`${JSON.stringify(line)}\n`)) await once(process.stdout, 'drain')
}

// The reader closed the pipe, as `head` does: not an error.
process.stdout.on('error', (error) => {
  if ('code' in error && error.code === 'EPIPE') process.exit(0)
  throw error
})

try {
  const { values, positionals } = parseArgs({
    options: { help: { type: 'boolean', short: 'h' }, explain: { type: 'boolean' } },
    allowPositionals: true,
  })
  if (values.help) {
    console.log(usage)
  } else if (positionals.length === 0) {
    console.error(usage)
    process.exitCode = 2
  } else {
    process.exitCode = await (values.explain ? explainPaths : readPaths)(positionals)
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error(`\n${usage}`)
  process.exitCode = 2
}
