import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Demo, readDemo } from '../src/demo/demo-file.ts'
import { startEnvironment, startFlags } from '../src/start/start-flags.ts'
import { type Vitals, vitals } from './vitals.ts'

/** The server, started as by `npm start`, in a process of its own. */
export interface ServedProduct {
  demo: Demo
  pid: number
  /** From its start until `/readyz` says that it is ready. */
  startMs: number
  /** Measurements of the process since the last call. */
  vitals(): Promise<Vitals>
  stop(): Promise<void>
}

interface ServeOptions {
  databaseUri: string
  /** Where its log goes, and with `isProfiled` its CPU profiles. */
  folder: string
  isProfiled: boolean
  /** Settings beside those of every bench. */
  settings?: Record<string, string>
  /** Modules that all its threads load first. */
  preloads?: string[]
}

const startLimitMs = 30_000
const pollMs = 20
const vitalsProbe = new URL('./vitals-probe.ts', import.meta.url).href

/** Starts the server on a database, practically without limits for each key. @throws when it is not ready in 30 s */
export async function serveProduct({
  databaseUri,
  folder,
  isProfiled,
  settings,
  preloads = [],
}: ServeOptions): Promise<ServedProduct> {
  const entry = fileURLToPath(new URL('../start.js', import.meta.url))
  const env = {
    ...startEnvironment,
    MONGODB_URI: databaseUri,
    INLET_DEMO: 'true',
    INLET_DATA_DIR: folder,
    HTTP_PORT: '0',
    SMTP_PORT: '0',
    SMTP_NAME: 'bench',
    API_KEY_REQUESTS_PER_MINUTE: '100000000',
    USER_REQUESTS_PER_MINUTE: '100000000',
    SMTP_MAILS_PER_CONNECTION: '100000000',
    ...settings,
  }
  const flags = [
    ...startFlags,
    ...(isProfiled ? ['--cpu-prof'] : []),
    ...[vitalsProbe, ...preloads].map((url) => `--import=${url}`),
  ]
  const beganAt = Date.now()
  const child = spawn(process.execPath, [...flags, entry], {
    env,
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  child.stdout?.pipe(createWriteStream(join(folder, 'server.log')))
  while (Date.now() - beganAt < startLimitMs && child.exitCode === null) {
    const demo = await demoSince(join(folder, 'demo.json'), beganAt)
    if (demo && (await isReady(demo))) {
      const startMs = Date.now() - beganAt
      return { demo, pid: child.pid ?? 0, startMs, vitals: () => vitalsOf(child), stop: () => stop(child) }
    }
    await pause(pollMs)
  }
  throw new Error('the server did not get ready')
}

async function isReady({ baseUrl }: Demo): Promise<boolean> {
  const answer = await fetch(new URL('/readyz', baseUrl)).catch(() => null)
  await answer?.body?.cancel()
  return answer?.ok ?? false
}

async function stop(child: ReturnType<typeof spawn>): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function vitalsOf(child: ReturnType<typeof spawn>): Promise<Vitals> {
  const answered = once(child, 'message')
  child.send('vitals')
  const [answer] = await answered
  return vitals.parse(answer)
}

/** Ignores the file of an earlier server in the same folder, which has other ports. */
async function demoSince(file: string, beganAt: number): Promise<Demo | null> {
  const written = await stat(file).catch(() => null)
  return written && written.mtimeMs >= beganAt ? await readDemo(file) : null
}
