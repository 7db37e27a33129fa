import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type CliStreams, runCli as runInProcess } from '../../src/cli/run-cli.ts'
import { runSend as sendInProcess } from '../../src/send/run-send.ts'
import { compileCache } from './compile-cache.ts'

const entry = fileURLToPath(new URL('../../inlet.js', import.meta.url))

/** What a command did. */
export interface CliOutcome {
  code: number
  stdout: string
  stderr: string
  /** The standard output, or for a failure the error output, as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  json: any
}

const ownSettings = {
  INLET_DATA_DIR: join(tmpdir(), 'inlet-no-such-folder'),
  HTTP_PORT: '0',
  SMTP_PORT: '0',
  SMTP_NAME: 'mx.test',
}

/** Runs one of the operator's commands in this process; without `MONGODB_URI` and a data folder it finds no database. */
export const runCli = (args: string[], settings: Record<string, string> = {}): Promise<CliOutcome> =>
  runHere(runInProcess, args, settings)

/** Runs `npm run send` in this process; without `SMTP_PORT` and a data folder it finds no server. */
export const runSend = (args: string[], settings: Record<string, string> = {}): Promise<CliOutcome> =>
  runHere(sendInProcess, args, settings)

async function runHere(
  program: (args: string[], streams: CliStreams) => Promise<number>,
  args: string[],
  settings: Record<string, string>,
): Promise<CliOutcome> {
  const written = { stdout: '', stderr: '' }
  const code = await program(args, {
    env: { ...ownSettings, ...settings },
    writeOutput: (line) => {
      written.stdout += `${line}\n`
    },
    writeError: (line) => {
      written.stderr += `${line}\n`
    },
  })
  return outcome({ code, ...written })
}

interface ProcessOutcome extends CliOutcome {
  /** Its command line as other users of the machine could read it while it ran, once for each change; empty where the system shows none. */
  commandLines: string
}

/** The same as a process of its own, which takes a second of a processor: for commands that read their input or start a database. */
export async function runCliProcess(
  args: string[],
  { settings = {}, input = '' }: { settings?: Record<string, string>; input?: string } = {},
): Promise<ProcessOutcome> {
  const child = spawn(process.execPath, [entry, ...args], {
    env: { ...compileCache, ...ownSettings, ...settings },
    stdio: 'pipe',
  })
  const endWithTests = () => void child.kill('SIGKILL')
  process.once('exit', endWithTests)
  const commandLines = new Set<string>()
  const readCommandLine = () => void commandLines.add(commandLineOf(child.pid))
  readCommandLine()
  const reading = setInterval(readCommandLine, 10)
  // A command that ends without reading its input closes it.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  clearInterval(reading)
  process.off('exit', endWithTests)
  return { ...outcome({ code: Number(code), stdout, stderr }), commandLines: [...commandLines].join('\n') }
}

/** Linux shows the arguments of every process to every user. */
function commandLineOf(pid = 0): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

const outcome = (written: Omit<CliOutcome, 'json'>): CliOutcome => ({
  ...written,
  json: parseJson(written.stdout) ?? parseJson(written.stderr),
})

function parseJson(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch {
    return undefined
  }
}
