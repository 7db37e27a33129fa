import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const entry = fileURLToPath(new URL('../start.js', import.meta.url))
const startLimitMs = 20_000

/** The real program in a process of its own, on ports of the system's choice. */
export interface ServerProcess extends AsyncDisposable {
  readonly smtpPort: number
  /** Sends a signal and waits for the end. @returns the exit code, null where the signal ended it */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

/** Starts the program on a database, with the demo service in it. @throws what it wrote when it ends instead of getting ready */
export async function startServerProcess(databaseUri: string): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-server-'))
  const settings = {
    HTTP_PORT: '0',
    SMTP_PORT: '0',
    SMTP_NAME: 'mx.test',
    PARSE_WORKERS: '1',
    SMTP_MAX_LAG_MS: '0',
    INLET_DEMO: 'true',
  }
  const child = spawn(process.execPath, [entry], {
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
    const smtpPort = await portOf(child)
    return {
      smtpPort,
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

function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let written = ''
    const limit = setTimeout(() => reject(new Error(`not ready in time: ${written}`)), startLimitMs)
    const read = (chunk: Buffer) => {
      written += chunk.toString()
      const ready = /SMTP 127\.0\.0\.1:(\d+)/.exec(written)
      if (!ready) return
      clearTimeout(limit)
      written = ''
      resolve(Number(ready[1]))
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', () => reject(new Error(`ended at once: ${written}`)))
  })
}
