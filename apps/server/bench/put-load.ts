import { fork } from 'node:child_process'
import type { LoadOrder, LoadResult } from './smtp-load.ts'

/** Runs one order of load in a process of its own. */
export function putLoad(order: LoadOrder): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./smtp-load.ts', import.meta.url))
    child.once('message', (result: LoadResult) => resolve(result))
    child.once('error', reject)
    child.once('exit', (code) => code === 0 || reject(new Error(`the load ended with ${code}`)))
    child.send(order)
  })
}
