import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/** Whether a test can run programs as another user; only root can. */
export const canChangeUser = process.getuid?.() === 0

/** Linux's number of the user `nobody`. */
export const nobody = 65_534

/** Runs a shell command as the user `nobody`. @returns its exit code and both outputs */
export async function asNobody(command: string): Promise<{ code: number | null; written: string }> {
  const child = spawn('/bin/sh', ['-c', `exec 2>&1; ${command}`], {
    uid: nobody,
    gid: nobody,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [written, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  return { code: typeof code === 'number' ? code : null, written }
}
