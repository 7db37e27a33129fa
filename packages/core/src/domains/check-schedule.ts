import { dayMs, hourMs } from '@inlet/contract'
import type { DomainDoc } from './domain-model.ts'

/** What a check says of a domain: every record is in place, one is missing, or nothing, since the DNS did not answer. */
export type CheckVerdict = 'proven' | 'unproven' | 'unknown'

const minuteMs = 60_000

/** Checks that must fail in a row, from the first to the last over a day at least, before a proven domain is failing. */
const failuresToFail = 3

/**
 * When a domain is checked again. A claim: each minute for an hour, then each hour for three days, then once a day. A proven domain: once a
 * day; after a failed check twice a day, so that the third one is a day after the first; where the DNS did not answer, in an hour.
 */
export function nextCheckAt(domain: Pick<DomainDoc, 'state' | 'createdAt'>, at: Date, verdict: CheckVerdict): Date {
  const pauseMs = domain.state === 'pending' ? pauseOfClaim(at.getTime() - domain.createdAt.getTime()) : pauses[verdict]
  return new Date(at.getTime() + pauseMs)
}

/** Of proven domains. */
const pauses: Record<CheckVerdict, number> = { proven: dayMs, unproven: dayMs / 2, unknown: hourMs }

function pauseOfClaim(ageMs: number): number {
  if (ageMs < hourMs) return minuteMs
  return ageMs < hourMs + 3 * dayMs ? hourMs : dayMs
}

/** Counts a check of a proven domain. */
export function countFailure(before: DomainDoc['failures'], at: Date, verdict: CheckVerdict): DomainDoc['failures'] {
  if (verdict === 'proven') return null
  if (verdict === 'unknown') return before ?? null
  return { since: before?.since ?? at, count: (before?.count ?? 0) + 1 }
}

/** Whether the failed checks so far are enough to call a proven domain failing. */
export const areEnough = (failures: DomainDoc['failures'], at: Date): boolean =>
  failures != null && failures.count >= failuresToFail && at.getTime() - failures.since.getTime() >= dayMs
