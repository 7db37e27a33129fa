import { withDeadline } from '@inlet/runtime'
import { SmtpRefusal } from './smtp-reply.ts'

/**
 * Waits for `work`, but only so long: the sender keeps the mail and tries again. Should it be stored after all, the retry is a
 * duplicate and is not stored again. @throws SmtpRefusal 451 when the time is up
 */
export function inTime<T>(work: Promise<T>, budgetMs: number): Promise<T> {
  return withDeadline(work, budgetMs, () => new SmtpRefusal('SERVICE_UNAVAILABLE', 'Not done in time, try again later'))
}
