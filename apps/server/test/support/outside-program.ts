import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new folder for a program that is not ours, such as Caddy; `name` is a part of its name. */
export const programFolder = (name: string): Promise<string> => mkdtemp(join(tmpdir(), `inlet-${name}-`))

interface Run {
  program: string
  args: string[]
  /** Its own; removed when it is stopped. */
  folder: string
  env?: Record<string, string>
}

/**
 * Runs a program that is not ours until the test ends, and returns what `started` does.
 * @param started waits until it is ready; gets what it has written to stderr so far, and whether it has ended
 * @throws with all that it wrote where it is not
 */
export async function runProgram<T>(
  { program, args, folder, env }: Run,
  started: (written: () => string, hasEnded: () => boolean) => Promise<T>,
): Promise<T & AsyncDisposable> {
  const child = spawn(program, args, { ...(env && { env }), stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'exit')
  // A test that runs into its time limit is left where it stands; the program must not outlive the run.
  const endWithTests = () => void child.kill('SIGKILL')
  process.once('exit', endWithTests)
  let written = ''
  child.stderr.on('data', (chunk: Buffer) => {
    written += chunk.toString()
  })
  const stop = async () => {
    process.off('exit', endWithTests)
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const running = await started(
      () => written,
      () => child.exitCode !== null,
    )
    return { ...running, [Symbol.asyncDispose]: stop }
  } catch (error) {
    await stop()
    throw new Error(`${program} did not start: ${written}`, { cause: error })
  }
}
