import { withDeadline } from '@inlet/runtime'
import { dnsFault } from './dns-breaker.ts'
import type { Lookup } from './dns-lookup.ts'

/** Until when all questions of one mail must be answered, counted from now on, and how many there may be. */
export interface DnsBudget {
  totalMs: number
  maxQuestions: number
}

/** A lookup for one mail. Past the budget every question fails with ETIMEOUT, those under way too. */
export function withinBudget(lookup: Lookup, { totalMs, maxQuestions }: DnsBudget): Lookup {
  let questions = 0
  const endsAt = performance.now() + totalMs
  return async (name, type) => {
    questions += 1
    if (questions > maxQuestions) throw dnsFault('ETIMEOUT')
    const leftMs = Math.max(0, endsAt - performance.now())
    return await withDeadline(lookup(name, type), leftMs, () => dnsFault('ETIMEOUT'))
  }
}
