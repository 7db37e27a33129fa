import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstat, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { waitFor } from '@inlet/testkit'
import { startFlags } from '../../src/start/start-flags.ts'
import { startLimitMs } from '../support/server-process.ts'

const docker = fileURLToPath(new URL('../../../../deploy/docker/', import.meta.url))
const run = promisify(execFile)
const app = '/opt/inlet'

/** The file system of the container image in a folder, with a server and commands that run out of it as in a container. */
export interface Image extends AsyncDisposable {
  root: string
  /** Runs a program of Node in it to its end. @throws where it ends with another code than 0 */
  node(args: string[], settings?: Record<string, string>): Promise<string>
  start(settings: Record<string, string>): Promise<ImageServer>
}

interface ImageServer extends AsyncDisposable {
  httpPort: number
  smtpPort: number
  /** The server's first process, as this machine sees it. */
  pid(): Promise<number>
  /** Sends SIGTERM to the server. @returns its exit code */
  end(): Promise<number | null>
}

/** Builds the file system as the Dockerfile does. */
export async function buildImage(): Promise<Image> {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-image-'))
  const root = join(folder, 'root')
  await run(join(docker, 'build-root.sh'), [root])
  const command = (args: string[]) => [root, '/usr/bin/node', ...args]
  const tryRoot = join(docker, 'try-root.sh')
  return {
    root,
    node: async (args, settings = {}) => (await run(tryRoot, command(args), { env: environment(settings) })).stdout,
    start: (settings) => {
      const args = command([...startFlags, `${app}/apps/server/start.js`])
      // With less priority than usual, which an operator may give it, and which its threads cannot raise.
      return readyServer(
        spawn('nice', ['-n', '10', tryRoot, ...args], {
          env: environment(settings),
          stdio: ['ignore', 'pipe', 'pipe'],
        }),
      )
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

const environment = (settings: Record<string, string>) => ({
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  INLET_DATA_DIR: '/tmp/inlet',
  INLET_CACHE_DIR: '/tmp/inlet-cache',
  ...settings,
})

/** A server that was started by `unshare` or below it, once it is ready. @throws where it ends before */
export async function readyServer(child: ChildProcess): Promise<ImageServer> {
  const endWithTests = () => void child.kill('SIGKILL')
  process.once('exit', endWithTests)
  const ended = once(child, 'close').then(([code]: (number | null)[]) => {
    process.off('exit', endWithTests)
    return code ?? null
  })
  let written = ''
  for (const output of [child.stdout, child.stderr])
    output?.on('data', (chunk: Buffer) => {
      written += chunk.toString()
    })
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  const ready = () => / http:\/\/127\.0\.0\.1:(\d+)\/v1 .*SMTP 127\.0\.0\.1:(\d+)/.exec(written)
  const [, httpPort, smtpPort] =
    (await waitFor(() => ready() ?? (child.exitCode === null ? null : []), startLimitMs)) ?? []
  if (httpPort === undefined) {
    await kill()
    throw new Error(`The server did not start: ${written}`)
  }
  // The child is the one that made the namespaces; the first process in them is its own child.
  const pid = async () => Number(await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8'))
  return {
    httpPort: Number(httpPort),
    smtpPort: Number(smtpPort),
    pid,
    async end() {
      process.kill(await pid(), 'SIGTERM')
      return await ended
    },
    [Symbol.asyncDispose]: kill,
  }
}

/** The bytes of all files below a folder. */
export async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  let bytes = 0
  for (const file of files) bytes += (await lstat(file)).size
  return bytes
}
