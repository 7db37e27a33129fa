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

/** The status of a delivery, with its colour. */
export function deliveryStatus(
  { state, attemptCount }: Pick<Delivery, 'state' | 'attemptCount'>,
  isWebhookEnabled: boolean,
): { tone: Tone; label: string } {
  if (state !== 'pending') return { tone: tones[state], label: stateNames[state] }
  if (!isWebhookEnabled) return { tone: 'neutral', label: 'Waiting' }
  return attemptCount === 0 ? { tone: 'accent', label: 'Pending' } : { tone: 'warn', label: 'Retrying' }
}

const errorTexts: Record<AttemptError, string> = {
  timeout: 'The receiver did not answer within 15 seconds.',
  dns: 'The host name could not be resolved.',
  connection: 'The connection failed, or was closed before the answer.',
  tls: 'The TLS connection failed: check the certificate of the receiver.',
  blocked_address: 'The URL resolves to an address that is not public, so nothing was sent.',
  redirect: 'The receiver redirects, and redirects are not followed: use the final URL.',
}

/** The result of an attempt, in a sentence. */
export function attemptText({ status, error }: Pick<DeliveryAttempt, 'status' | 'error'>): string {
  if (error !== null) return errorTexts[error]
  if (status === null) return 'There was no answer.'
  if (isSuccess(status)) return 'The receiver accepted it.'
  if (status === 410) return 'The receiver wants no more events: a 410 disables the webhook.'
  if (status === 401 || status === 403) return 'The receiver rejected it: does it verify with the current secret?'
  if (status === 404 || status === 405) return 'This URL does not accept POST requests.'
  if (status === 429) return 'The receiver is rate-limiting calls.'
  return status >= 500
    ? 'The receiver had an error.'
    : 'The receiver rejected it: only a status from 200 to 299 counts as success.'
}

/** Whether a status means that the event was accepted. */
export const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300

/** A duration as "84 ms" or "15.0 s". */
export const formatDuration = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`)

/** Indented JSON; null where the text is not JSON. */
export function indented(json: string): string | null {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return null
  }
}
