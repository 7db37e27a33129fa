import { spawn } from 'node:child_process'
import { identifyProcess } from '../process/process-identity.ts'

/** A guard that was set on a process; `dismiss` takes it away and leaves that process running. */
export type ParentGuard = { dismiss(): void }

/**
 * Waits for a line or the end of the pipe; at its end kills the process, waits until it is gone, deletes the folder.
 */
const guardScript = `
read -r line && exit 0
kill -9 "$1" 2>/dev/null
tries=0
while kill -0 "$1" 2>/dev/null && [ $tries -lt 50 ]; do tries=$((tries + 1)); sleep 0.1; done
rm -rf "$2"
`

/**
 * Sees to it that process `pid` is killed and `folder` deleted when this process ends, in whatever way: a small shell
 * holds the other end of a pipe, and the system closes that even after a kill -9. On Windows only an orderly end is
 * covered.
 */
export function endWithParent(pid: number, folder: string): ParentGuard {
  if (process.platform === 'win32') return endAtExit(pid)

  const guard = spawn('sh', ['-c', guardScript, 'sh', String(pid), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.unref()
  // Without a shell there is no guard, and the orderly ways to end it still work.
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
