import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { inject } from 'vitest'

const listening = /"Waiting for connections","attr":\{"port":(\d+)/

/** A mongod that was never made a replica set, on a port of the system's choice, with more arguments where given; it is killed with its scope. */
export async function standaloneMongod(
  folder: string,
  args: string[] = [],
): Promise<AsyncDisposable & { uri: string }> {
  const dbpath = join(folder, 'standalone')
  await mkdir(dbpath)
  const child = spawn(inject('mongodBinary'), ['--dbpath', dbpath, '--port', '0', '--bind_ip', '127.0.0.1', ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const endWithTests = () => void child.kill('SIGKILL')
  process.once('exit', endWithTests)
  const ended = once(child, 'close')
  const end = async () => {
    child.kill('SIGKILL')
    await ended
    process.off('exit', endWithTests)
  }
  for await (const line of createInterface({ input: child.stdout })) {
    const port = listening.exec(line)?.[1]
    if (!port) continue
    // What it goes on to write must not fill the pipe.
    child.stdout.resume()
    return { uri: `mongodb://127.0.0.1:${port}/inlet`, [Symbol.asyncDispose]: end }
  }
  await end()
  throw new Error('mongod did not start')
}
