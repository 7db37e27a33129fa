import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endWithParent } from '@inlet/mongo'
import { childEnvironment } from '@inlet/runtime'
import { startEnvironment, startFlags } from '../start-flags.ts'
import { ServerFault } from './server-fault.ts'

/** One server of the cluster, a process of its own. Its folder goes with it. */
export interface ClusterServer {
  pid: number
  httpPort: number
  smtpPort: number
  logFile: string
  demoFile: string
  /** Settles when the process has ended, by itself too. */
  ended: Promise<void>
  stop(): Promise<void>
}

interface ServerWish {
  databaseUri: string
  publicUrl: string
  httpPort: number
  smtpPort: number
  /** Null where nobody asked for metrics. */
  metricsPort: number | null
  /** The demo's file of another server of the same database. */
  demoFile?: string
}

const entry = fileURLToPath(new URL('../../start.js', import.meta.url))
const toldChars = 4_096

/** Starts a server as `npm start` does and returns when it takes mail. It ends with this process, however that ends. @throws ServerFault */
export async function startServer(wish: ServerWish): Promise<ClusterServer> {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-server-'))
  const demoFile = join(folder, 'demo.json')
  const logFile = join(folder, 'server.log')
  if (wish.demoFile) await cp(wish.demoFile, demoFile)
  const settings = {
    ...startEnvironment,
    MONGODB_URI: wish.databaseUri,
    INLET_ROLE: 'all',
    INLET_DEMO: 'true',
    INLET_DATA_DIR: folder,
    PUBLIC_URL: wish.publicUrl,
    HTTP_PORT: String(wish.httpPort),
    SMTP_PORT: String(wish.smtpPort),
    // An empty setting is none.
    METRICS_PORT: String(wish.metricsPort ?? ''),
  }
  // A process group of its own: a Ctrl-C reaches it through us, so that it is not taken for two.
  const child = spawn(process.execPath, [...startFlags, entry], {
    env: childEnvironment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const guard = endWithParent(child.pid ?? 0, folder)
  const ended = once(child, 'exit').then(() => {})
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    guard.dismiss()
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  try {
    await untilReady(child, logFile)
    const { httpPort, smtpPort } = wish
    return { pid: child.pid ?? 0, httpPort, smtpPort, logFile, demoFile, ended, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Keeps what it writes in its log file, and waits for the line that says that it is ready. */
function untilReady(child: ChildProcess, logFile: string): Promise<void> {
  const file = createWriteStream(logFile, { mode: 0o600 })
  let told = ''
  return new Promise((resolve, reject) => {
    for (const output of [child.stdout, child.stderr]) {
      output?.on('data', (chunk: Buffer) => {
        file.write(chunk)
        if (told.length > toldChars) return
        told += chunk.toString()
        if (told.includes('Inlet is ready.')) resolve()
      })
    }
    child.once('error', () => reject(new ServerFault('A server could not be started.')))
    child.once('close', () => {
      file.end()
      reject(new ServerFault(told.trim() || 'A server ended at once.'))
    })
  })
}
