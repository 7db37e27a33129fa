import { setTimeout as wait } from 'node:timers/promises'
import { directClient, type MongodLogin } from './probe-mongod.ts'
import { isAlive, type ProcessIdentity } from './process-identity.ts'

/** Process and port of a mongod; `login` where it has access control. */
type StopTarget = ProcessIdentity & { port: number; login?: MongodLogin }

/**
 * Ends a mongod cleanly, or by force after `limitMs`; returns when the process is gone. After a forced end the journal
 * restores the data.
 */
export async function stopMongod(target: StopTarget, limitMs: number): Promise<void> {
  await requestShutdown(target)
  if (await isGoneWithin(target, limitMs)) return
  sendSignal(target, 'SIGKILL')
  await isGoneWithin(target, 5_000)
}

/** Sends a signal to this process; does nothing when it is gone, even if a new process has its number (Linux). */
export function sendSignal(target: ProcessIdentity, signal: 'SIGTERM' | 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
  if (isAlive(target)) process.kill(target.pid, signal)
}

/** Waits until a process is gone; false when it still runs after `limitMs`. */
export async function isGoneWithin(target: ProcessIdentity, limitMs: number): Promise<boolean> {
  const giveUpAt = performance.now() + limitMs
  while (isAlive(target)) {
    if (performance.now() > giveUpAt) return false
    await wait(10)
  }
  return true
}

async function requestShutdown(target: StopTarget): Promise<void> {
  if (process.platform !== 'win32') return sendSignal(target, 'SIGTERM')
  // On Windows a signal ends a process by force. The command's answer is a closed connection.
  const client = directClient(target.port, 2_000, target.login)
  await client
    .db('admin')
    .command({ shutdown: 1, force: true, timeoutSecs: 0 })
    .catch(() => {})
  await client.close(true)
}
