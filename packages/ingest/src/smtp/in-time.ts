import { withDeadline } from '@inlet/runtime'
import { SmtpRefusal } from './smtp-reply.ts'

/**
 * Waits for `work`, but only so long: then the sender keeps the mail and tries again, and the work hears of it by `signal`. What is on
 * its way to the database by then may be stored all the same; the retry of a mail with a Message-ID is a duplicate then.
 * @throws SmtpRefusal 451 when the time is up
 */
export function inTime<T>(work: (signal: AbortSignal) => Promise<T>, budgetMs: number): Promise<T> {
  const giveUp = new AbortController()
  return withDeadline(work(giveUp.signal), budgetMs, () => {
    giveUp.abort()
    return new SmtpRefusal('SERVICE_UNAVAILABLE', 'Not done in time, try again later')
  })
}
