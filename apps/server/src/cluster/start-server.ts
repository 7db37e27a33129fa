import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endWithParent } from '@inlet/mongo'
import { childEnvironment } from '@inlet/runtime'
import { startEnvironment, startFlags } from '../start-flags.ts'
import { ServerFault } from './server-fault.ts'
import { untilReady } from './until-ready.ts'

/** One server of the cluster, a process of its own. Its folder goes with it. */
export interface ClusterServer {
  pid: number
  httpPort: number
  smtpPort: number
  /** Null where nobody asked for metrics. */
  metricsPort: number | null
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
  const { pid } = child
  if (pid === undefined) {
    child.on('error', () => {})
    await rm(folder, { recursive: true, force: true })
    throw new ServerFault('A server could not be started.')
  }
  const guard = endWithParent(pid, folder)
  const ended = once(child, 'exit').then(() => {})
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    guard.dismiss()
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  try {
    await untilReady(child, logFile)
    const { httpPort, smtpPort, metricsPort } = wish
    return { pid, httpPort, smtpPort, metricsPort, logFile, demoFile, ended, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
