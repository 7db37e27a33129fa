import type { ChildProcess } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { ServerFault } from './server-fault.ts'

/** What stood in the way is the last that a server writes. */
const toldChars = 4_096

/** Keeps what a server writes in its log file, and waits for the line that says that it is ready. @throws ServerFault when it ends instead */
export function untilReady(child: ChildProcess, logFile: string): Promise<void> {
  const file = createWriteStream(logFile, { mode: 0o600 })
  let told = ''
  let isReady = false
  return new Promise((resolve, reject) => {
    for (const output of [child.stdout, child.stderr]) {
      output?.on('data', (chunk: Buffer) => {
        file.write(chunk)
        if (isReady) return
        told += chunk.toString()
        isReady = told.includes('Inlet is ready.')
        told = told.slice(-toldChars)
        if (isReady) resolve()
      })
    }
    child.once('close', () => {
      file.end()
      reject(new ServerFault(told.trim() || 'A server ended at once.'))
    })
  })
}
