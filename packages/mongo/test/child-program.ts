import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A program of this folder in its own process, with its first line of output; it is killed when disposed of. */
export type ChildProgram = AsyncDisposable & { pid: number; firstLine: string; kill(): Promise<void> }

/** Starts `test/<name>` in its own process group and waits for its first line. @throws Error when it ends without one */
export async function childProgram(name: string, ...args: string[]): Promise<ChildProgram> {
  const path = new URL(`./${name}`, import.meta.url).pathname
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const line = await Promise.race([firstLineOf(child), once(child, 'close').then(() => null)])
  if (line === null || child.pid === undefined) throw new Error(`${name} ended without a line: ${errors}`)

  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }
  return { pid: child.pid, firstLine: line, kill, [Symbol.asyncDispose]: kill }
}

async function firstLineOf(child: ChildProcess & { stdout: NodeJS.ReadableStream }): Promise<string> {
  for await (const line of createInterface({ input: child.stdout })) return line
  return await new Promise<never>(() => {})
}
