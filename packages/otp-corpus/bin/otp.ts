import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readRawCode, warmUp } from '../src/read-code.ts'
import { faultOf, listMails } from './list-mails.ts'

const usage = `Usage: npm run -s otp -- PATH…

Tells which one-time code each mail carries. PATH is a mail, or a folder whose .eml files are read, those of its subfolders too.
Each mail gives one line of JSON:

  {"file":"mails/login.eml","otp":"482913","us":92.4,"reason":"…"}

  otp     the code in canonical form, or null where the mail has none
  us      microseconds for rendering the HTML and finding the code, in a warm process; taking the MIME apart is not in it
  reason  the features that made the score, or why there is no code

Exit codes: 0 done, 1 something could not be read (all else is done), 2 a command line that means nothing.`

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

// Not asynchronously: after each wait the processor has forgotten the extractor, and its time would be that of remembering.
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

// Whoever reads has seen enough, as `head` does: no fault of anybody.
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
