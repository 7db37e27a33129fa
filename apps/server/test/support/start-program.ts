import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '@inlet/runtime'
import { waitFor } from '@inlet/testkit'
import { inject } from 'vitest'
import { startFlags } from '../../src/start/start-flags.ts'
import { compileCache } from './compile-cache.ts'
import { startLimitMs } from './server-process.ts'

const source = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/**
 * A new data folder, as `INLET_DATA_DIR` names it; `name` is a part of its name. Disposing of it ends the mongod in it, should one be
 * left.
 */
export async function dataFolder(name = '') {
  const path = await mkdtemp(join(tmpdir(), `inlet-start-${name}`))
  return {
    path,
    demoFile: join(path, 'demo.json'),
    async [Symbol.asyncDispose]() {
      const pid = await mongodIn(path)
      if (pid !== null && isAlive(pid)) process.kill(pid, 'SIGKILL')
      await rm(path, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** The process number in the lock file of a data folder's mongod, which it empties at a clean end; null where there is none. */
export async function mongodIn(folder: string): Promise<number | null> {
  const lock = await readFile(join(folder, 'mongo', 'data', 'mongod.lock'), 'utf8').catch(() => '')
  return lock.trim() === '' ? null : Number(lock)
}

/** Whether a process of this number runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** A program of the server as a user starts it; it is killed with its scope, should it still run. */
export interface RunningProgram extends AsyncDisposable {
  /** Both outputs so far. */
  written(): string
  /** The error output alone. */
  errors(): string
  send(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): void
  /** Says a line to it, as from a terminal; only for programs that listen. */
  type(line: string): void
  /** Settles with the exit code, null where a signal ended it. */
  readonly ended: Promise<number | null>
}

/** Starts the server in a data folder, by default with the embedded database and on ports of the system's choice. */
export function startProgram(folder: string, settings: Record<string, string> = {}): RunningProgram {
  const own = { HTTP_PORT: '0', SMTP_PORT: '0', PARSE_WORKERS: '1', SMTP_MAX_LAG_MS: '0', INLET_DATA_DIR: folder }
  return run([...startFlags, source('start.js')], {
    ...own,
    MONGOMS_SYSTEM_BINARY: inject('mongodBinary'),
    ...settings,
  })
}

/** Starts the server in a data folder, and returns once it is ready. @throws when it is not in time */
export async function readyProgram(folder: string, settings: Record<string, string> = {}): Promise<RunningProgram> {
  const program = startProgram(folder, settings)
  await waitFor(() => /Inlet is ready/.test(program.written()), startLimitMs)
  return program
}

/** Ends a program in order, and waits for its end. */
export async function end(program: RunningProgram): Promise<void> {
  program.send('SIGTERM')
  await program.ended
}

/** Runs the command that sends a verification mail to the server of a data folder. */
export function startSend(folder: string, args: string[]): RunningProgram {
  return run([source('src/send/main.ts'), ...args], { INLET_DATA_DIR: folder })
}

/** Starts the program of a cluster on ports of the system's choice. */
export function startClusterProgram(args: string[] = [], settings: Record<string, string> = {}): RunningProgram {
  const own = { MONGODB_URI: '', HTTP_PORT: '0', SMTP_PORT: '0', PARSE_WORKERS: '1', SMTP_MAX_LAG_MS: '0' }
  const env = childEnvironment({ ...own, MONGOMS_SYSTEM_BINARY: inject('mongodBinary'), ...settings })
  return run([source('src/cluster/main.ts'), ...args], env)
}

function run(command: string[], env: Record<string, string | undefined>): RunningProgram {
  const child: ChildProcess = spawn(process.execPath, command, { env: { ...compileCache, ...env }, stdio: 'pipe' })
  // One that has ended gets no signal.
  child.stdin?.on('error', () => {})
  // A test that runs into its time limit is left where it stands; its server must not outlive the run.
  const endWithTests = () => void child.kill('SIGKILL')
  process.once('exit', endWithTests)
  let written = ''
  let errors = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    written += chunk.toString()
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    written += chunk.toString()
    errors += chunk.toString()
  })
  const ended = once(child, 'close').then(([code]: (number | null)[]) => {
    process.off('exit', endWithTests)
    return code ?? null
  })
  return {
    written: () => written,
    errors: () => errors,
    send: (signal) => void child.kill(signal),
    type: (line) => void child.stdin?.write(`${line}\n`),
    ended,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
