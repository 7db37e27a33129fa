import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endWithParent } from '@inlet/mongo'
import { childEnvironment } from '@inlet/runtime'
import { startEnvironment, startFlags } from '../start/start-flags.ts'

/** Why a server of the cluster did not start; the message is shown to the user as it is. */
export class ServerError extends Error {
  override name = 'ServerError'
}

/** One server of the cluster, in its own process. `stop` removes its data folder. */
export interface ClusterServer {
  pid: number
  httpPort: number
  smtpPort: number
  /** Null without metrics. */
  metricsPort: number | null
  logFile: string
  demoFile: string
  /** Settles when the process has ended, for whatever reason. */
  ended: Promise<void>
  stop(): Promise<void>
}

interface ServerOptions {
  databaseUri: string
  publicUrl: string
  httpPort: number
  smtpPort: number
  /** Null without metrics. */
  metricsPort: number | null
  /** The demo file of another server on the same database; it is copied. */
  demoFile?: string
}

const entry = fileURLToPath(new URL('../../start.js', import.meta.url))

/** Starts a server as `npm start` does and returns when it is ready. It ends with this process, even when that is killed. @throws ServerError */
export async function startServer(options: ServerOptions): Promise<ClusterServer> {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-server-'))
  const demoFile = join(folder, 'demo.json')
  const logFile = join(folder, 'server.log')
  if (options.demoFile) await cp(options.demoFile, demoFile)
  const settings = {
    ...startEnvironment,
    MONGODB_URI: options.databaseUri,
    INLET_ROLE: 'all',
    INLET_DEMO: 'true',
    INLET_DATA_DIR: folder,
    PUBLIC_URL: options.publicUrl,
    HTTP_PORT: String(options.httpPort),
    SMTP_PORT: String(options.smtpPort),
    // An empty value counts as not set.
    METRICS_PORT: String(options.metricsPort ?? ''),
  }
  // In a process group of its own, so that the terminal's Ctrl-C does not reach it directly: this process passes one signal on.
  const child = spawn(process.execPath, [...startFlags, entry], {
    env: childEnvironment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const { pid } = child
  if (pid === undefined) {
    child.on('error', () => {})
    await rm(folder, { recursive: true, force: true })
    throw new ServerError('A server could not be started.')
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
    const { httpPort, smtpPort, metricsPort } = options
    return { pid, httpPort, smtpPort, metricsPort, logFile, demoFile, ended, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The end of the output says why a server did not start. */
const keptChars = 4_096

/** Writes a server's output to its log file and waits for the line that says it is ready. @throws ServerError when the process ends first */
export function untilReady(child: ChildProcess, logFile: string): Promise<void> {
  const file = createWriteStream(logFile, { mode: 0o600 })
  let output = ''
  let isReady = false
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        file.write(chunk)
        if (isReady) return
        output += chunk.toString()
        isReady = output.includes('Inlet is ready.')
        output = output.slice(-keptChars)
        if (isReady) resolve()
      })
    }
    child.once('close', () => {
      file.end()
      reject(new ServerError(output.trim() || 'A server ended at once.'))
    })
  })
}
