import type { AttemptError, Delivery, DeliveryAttempt, DeliveryState } from '@inlet/contract'
import type { Tone } from '../../design/badge.tsx'

/** The states of a delivery, as the filter names them. */
export const stateNames: Record<DeliveryState, string> = {
  pending: 'Pending',
  succeeded: 'Delivered',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

const tones: Record<DeliveryState, Tone> = {
  pending: 'accent',
  succeeded: 'good',
  failed: 'danger',
  cancelled: 'neutral',
}

/** Where a delivery stands, with its colour. */
export function standOf(
  { state, attemptCount }: Pick<Delivery, 'state' | 'attemptCount'>,
  isWebhookEnabled: boolean,
): { tone: Tone; word: string } {
  if (state !== 'pending') return { tone: tones[state], word: stateNames[state] }
  if (!isWebhookEnabled) return { tone: 'neutral', word: 'Waits' }
  return attemptCount === 0 ? { tone: 'accent', word: 'Pending' } : { tone: 'warn', word: 'Retrying' }
}

const errorWords: Record<AttemptError, string> = {
  timeout: 'The receiver did not answer within 15 seconds.',
  dns: 'The name of the host could not be resolved.',
  connection: 'No connection could be made, or it was cut before the answer.',
  tls: 'No secure connection could be made: look at the certificate of the receiver.',
  blocked_address: 'The URL leads to an address that is not public, so nothing was sent.',
  redirect: 'The receiver redirects, which is not followed: set the URL that it leads to.',
}

/** What came of an attempt, in a sentence. */
export function attemptWords({ status, error }: Pick<DeliveryAttempt, 'status' | 'error'>): string {
  if (error !== null) return errorWords[error]
  if (status === null) return 'There was no answer.'
  if (isSuccess(status)) return 'The receiver took it.'
  if (status === 410) return 'The receiver wants no more events: 410 disables the webhook.'
  if (status === 401 || status === 403) return 'The receiver refused it: does it verify with the current secret?'
  if (status === 404 || status === 405) return 'Nothing takes a POST at this URL.'
  if (status === 429) return 'The receiver asked to be called less often.'
  return status >= 500
    ? 'The receiver had a fault of its own.'
    : 'The receiver refused it: only a status from 200 to 299 counts as taken.'
}

/** Whether a status says that the event was taken. */
export const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300

/** A duration as "84 ms" or "15.0 s". */
export const durationWords = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`)

/** JSON with a line for each value; null where the text is none. */
export function indented(json: string): string | null {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return null
  }
}
