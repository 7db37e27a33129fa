import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEnvironment, startFlags } from '../../src/start/start-flags.ts'

interface WorkerOptions {
  databaseUri: string
  /** Where its own folder and its log go. */
  folder: string
  settings: Record<string, string>
}

/** Starts a process with the role worker, in a data folder of its own: the demo file belongs to the server that receives. */
export async function spawnWorker(
  { databaseUri, folder, settings }: WorkerOptions,
  number: number,
): Promise<ChildProcess> {
  const own = join(folder, `worker-${number}`)
  await mkdir(own)
  const entry = fileURLToPath(new URL('../../start.js', import.meta.url))
  const env = {
    ...startEnvironment,
    ...settings,
    MONGODB_URI: databaseUri,
    INLET_DATA_DIR: own,
    INLET_ROLE: 'worker',
    // It answers probes.
    HTTP_PORT: '0',
  }
  const child = spawn(process.execPath, [...startFlags, entry], { env, cwd: own, stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.pipe(createWriteStream(join(own, 'server.log')))
  return child
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null

/** Ends it with this signal. @throws where it has ended by itself: then nothing was measured */
export async function endWorker(worker: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (!isRunning(worker)) throw new Error('a worker ended by itself: its log is in its folder')
  const ended = once(worker, 'exit')
  worker.kill(signal)
  await ended
}
