import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readDemo } from '../../src/demo/demo-file.ts'
import { startFlags } from '../../src/start/start-flags.ts'
import { compileCache } from './compile-cache.ts'

const entry = fileURLToPath(new URL('../../start.js', import.meta.url))

/** For the start of a server and of a database before it, on a machine that runs other tests. */
export const startLimitMs = 90_000

/** The real program in a process of its own, on ports of the system's choice. */
export interface ServerProcess extends AsyncDisposable {
  /** 0 where it receives no mail. */
  readonly smtpPort: number
  readonly httpPort: number
  /** The demo's key of this scope; empty where another process made the demo. */
  key(scope: 'read' | 'admin'): Promise<string>
  /** How much it has logged so far, in bytes, and the lines of a level of pino's or above. */
  loggedBytes(): number
  linesFrom(level: number): string[]
  /** Sends a signal and waits for the end. @returns the exit code, null where the signal ended it */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

/** Starts the program on a database, with the demo service in it. @throws what it wrote when it ends instead of getting ready */
export async function startServerProcess(
  databaseUri: string,
  more: Record<string, string> = {},
): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-server-'))
  const settings = {
    ...compileCache,
    HTTP_PORT: '0',
    SMTP_PORT: '0',
    SMTP_NAME: 'mx.test',
    PARSE_WORKERS: '1',
    SMTP_MAX_LAG_MS: '0',
    INLET_DEMO: 'true',
    ...more,
  }
  const child = spawn(process.execPath, [...startFlags, entry], {
    env: { ...settings, MONGODB_URI: databaseUri, INLET_DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // A test that runs into its time limit is left where it stands; its server must not outlive the run.
  const endWithTests = () => void child.kill('SIGKILL')
  process.once('exit', endWithTests)
  const exited = once(child, 'exit').then(([code]: (number | null)[]) => {
    process.off('exit', endWithTests)
    return code ?? null
  })
  const end = (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal)
    return exited
  }
  try {
    const { httpPort, smtpPort } = await portsOf(child)
    return {
      smtpPort,
      httpPort,
      key: async (scope) => (await readDemo(join(folder, 'demo.json')))?.apiKeys[scope] ?? '',
      ...readLog(child),
      end,
      async [Symbol.asyncDispose]() {
        await end('SIGKILL')
        await rm(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await end('SIGKILL')
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** What the program says of itself on its output. */
function portsOf(child: ChildProcess): Promise<{ httpPort: number; smtpPort: number }> {
  return new Promise((resolve, reject) => {
    let written = ''
    const limit = setTimeout(() => reject(new Error(`not ready in time: ${written}`)), startLimitMs)
    const read = (chunk: Buffer) => {
      written += chunk.toString()
      const ready = /REST http:\/\/127\.0\.0\.1:(\d+)\/v1 .*?(?:SMTP 127\.0\.0\.1:(\d+).*)?\n/.exec(written)
      if (!ready) return
      clearTimeout(limit)
      for (const output of [child.stdout, child.stderr]) output?.off('data', read)
      resolve({ httpPort: Number(ready[1]), smtpPort: Number(ready[2] ?? 0) })
    }
    for (const output of [child.stdout, child.stderr]) output?.on('data', read)
    child.once('exit', () => reject(new Error(`ended at once: ${written}`)))
  })
}

/** Its log from now on; both outputs must be read, or the process stops when a pipe is full. */
function readLog(child: ChildProcess): Pick<ServerProcess, 'loggedBytes' | 'linesFrom'> {
  let written = ''
  for (const output of [child.stdout, child.stderr]) {
    output?.on('data', (chunk: Buffer) => {
      written += chunk.toString()
    })
  }
  return {
    loggedBytes: () => Buffer.byteLength(written),
    linesFrom: (level) => written.split('\n').filter((line) => Number(/^\{"level":(\d+)/.exec(line)?.[1]) >= level),
  }
}
