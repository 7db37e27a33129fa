import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readRawCode, warmUp } from '../src/read-code.ts'
import { faultOf, listMails } from './list-mails.ts'

const usage = `Usage: npm run -s otp -- PATH…

Finds the one-time code of each mail. PATH is a mail, or a folder: its .eml files are read, also those of its subfolders.
Each mail gives one line of JSON:

  {"file":"mails/login.eml","otp":"482913","us":92.4,"reason":"…"}

  otp     the code in canonical form, or null where the mail has none
  us      microseconds for rendering the HTML and finding the code, in a warm process; parsing the MIME structure is not included
  reason  the features that made the score, or why there is no code

Exit codes: 0 done, 1 something could not be read (all else is done), 2 an invalid command line.`

const maxWarmUpMails = 200

/** @returns the exit code */
async function readPaths(paths: string[]): Promise<number> {
  const { files, faults } = await listMails(paths)
  const stride = Math.ceil(files.length / maxWarmUpMails)
  const sample = files.filter((_, index) => index % stride === 0)
  warmUp(sample.map((file) => readMail(file, [])).filter((raw) => raw !== null))

  for (const file of files) {
    const raw = readMail(file, faults)
    if (raw) await print({ file, ...readRawCode(raw) })
  }
  for (const fault of faults) console.error(fault)
  return faults.length > 0 ? 1 : 0
}

// Synchronous: after each wait the processor caches are cold, which would add to the measured time.
function readMail(file: string, faults: string[]): Buffer | null {
  try {
    return readFileSync(file)
  } catch (error) {
    faults.push(`${file}: ${faultOf(error)}`)
    return null
  }
}

async function print({ file, otp, us, reason }: { file: string; otp: string | null; us: number; reason: string }) {
  const isTaken = process.stdout.write(`${JSON.stringify({ file, otp, us, reason })}\n`)
  if (!isTaken) await once(process.stdout, 'drain')
}

// The reader closed the pipe, as `head` does: not an error.
process.stdout.on('error', (error) => {
  if ('code' in error && error.code === 'EPIPE') process.exit(0)
  throw error
})

try {
  const { values, positionals } = parseArgs({
    options: { help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  })
  if (values.help) {
    console.log(usage)
  } else if (positionals.length === 0) {
    console.error(usage)
    process.exitCode = 2
  } else {
    process.exitCode = await readPaths(positionals)
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error(`\n${usage}`)
  process.exitCode = 2
}
