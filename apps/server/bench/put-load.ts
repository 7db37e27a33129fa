import { runInChild } from './run-in-child.ts'
import type { LoadOrder, LoadResult } from './smtp-load.ts'

/** Runs one order of load in a process of its own. */
export function putLoad(order: LoadOrder): Promise<LoadResult> {
  return runInChild('./smtp-load.ts', order)
}
