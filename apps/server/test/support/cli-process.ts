import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
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
  /** Its command line as other users of the machine could read it while it ran; empty where the system does not tell. */
  commandLine: string
}

interface CliRun {
  settings?: Record<string, string>
  input?: string
}

/** Runs one of the operator's commands as a process of its own; without `MONGODB_URI` and a data folder it finds no database. */
export async function runCli(args: string[], { settings = {}, input = '' }: CliRun = {}): Promise<CliOutcome> {
  const env = {
    ...compileCache,
    INLET_DATA_DIR: join(tmpdir(), 'inlet-no-such-folder'),
    HTTP_PORT: '0',
    SMTP_PORT: '0',
    SMTP_NAME: 'mx.test',
    ...settings,
  }
  const child = spawn(process.execPath, [entry, ...args], { env, stdio: 'pipe' })
  const endWithTests = () => void child.kill('SIGKILL')
  process.once('exit', endWithTests)
  const commandLine = readCommandLine(child.pid)
  // A command that ends without reading its input closes it.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  process.off('exit', endWithTests)
  return { code: Number(code), stdout, stderr, json: parseJson(stdout) ?? parseJson(stderr), commandLine }
}

function readCommandLine(pid = 0): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

function parseJson(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch {
    return undefined
  }
}
