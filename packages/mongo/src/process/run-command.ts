import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** How a command ended; `stdout` and `stderr` hold at most their last 64 KiB. */
export type CommandOutcome =
  | { state: 'ended'; code: number | null; signal: string | null; stdout: string; stderr: string }
  | { state: 'absent' }
  | { state: 'timed-out' }

type CommandOptions = { timeoutMs: number; onLine?: (line: string) => void }

const keptChars = 64 * 1024

/** Runs a program without a shell and collects its output. It never throws; after `timeoutMs` the program is killed. */
export function runCommand(command: readonly [string, ...string[]], options: CommandOptions): Promise<CommandOutcome> {
  const [file, ...args] = command
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true })
    let stdout = ''
    let stderr = ''
    let hasTimedOut = false

    const timer = setTimeout(() => {
      hasTimedOut = true
      child.kill('SIGKILL')
      // A grandchild may keep the pipes open; do not wait for it.
      child.stdout.destroy()
      child.stderr.destroy()
    }, options.timeoutMs)

    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-keptChars)
    })
    createInterface({ input: child.stdout }).on('line', (line) => {
      stdout = `${stdout}${line}\n`.slice(-keptChars)
      options.onLine?.(line)
    })
    child.on('error', () => {
      clearTimeout(timer)
      resolve({ state: 'absent' })
    })
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      resolve(hasTimedOut ? { state: 'timed-out' } : { state: 'ended', code, signal, stdout, stderr })
    })
  })
}
