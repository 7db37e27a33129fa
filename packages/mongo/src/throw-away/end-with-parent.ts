import { spawn } from 'node:child_process'
import { identifyProcess } from '../process/process-identity.ts'

/** A guard on a process; `dismiss` removes the guard and leaves the process running. */
export type ParentGuard = { dismiss(): void }

/** Waits for a line, or for the end of the pipe: then kills the process, waits until it is gone and deletes the folder. */
const guardScript = `
read -r line && exit 0
kill -9 "$1" 2>/dev/null
tries=0
while kill -0 "$1" 2>/dev/null && [ $tries -lt 50 ]; do tries=$((tries + 1)); sleep 0.1; done
rm -rf "$2"
`

/**
 * Makes sure that process `pid` is killed and `folder` deleted when this process ends, however it ends: a small shell
 * reads from a pipe, and the system closes the pipe even after a kill -9. On Windows it works only when this process
 * ends in order.
 */
export function endWithParent(pid: number, folder: string): ParentGuard {
  if (process.platform === 'win32') return endAtExit(pid)

  const guard = spawn('sh', ['-c', guardScript, 'sh', String(pid), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.unref()
  // Without a shell there is no guard; the process can still be stopped in order.
  guard.on('error', () => {})
  guard.stdin.on('error', () => {})
  return { dismiss: () => guard.stdin.end('dismissed\n') }
}

function endAtExit(pid: number): ParentGuard {
  const killNow = () => {
    if (identifyProcess(pid)) process.kill(pid, 'SIGKILL')
  }
  process.once('exit', killNow)
  return { dismiss: () => process.off('exit', killNow) }
}
