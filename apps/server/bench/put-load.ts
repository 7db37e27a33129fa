import { runInChild } from './run-in-child.ts'
import type { LoadOrder, LoadResult } from './smtp-load.ts'

/** Runs one load in a process of its own, for its time or until `over`. */
export function putLoad(order: LoadOrder, over?: Promise<unknown>): Promise<LoadResult> {
  return runInChild('./smtp-load.ts', order, over)
}
