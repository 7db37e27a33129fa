import { createHmac } from 'node:crypto'

const secretPrefix = 'whsec_'

/** What is signed: the id and time that the headers say, and the body as it is sent. */
export interface SignedContent {
  id: string
  /** Seconds since the epoch. */
  timestamp: string
  payload: string
}

/**
 * One signature of Standard Webhooks 1.0, as in the header `webhook-signature`. `secret` is `whsec_` and bytes in Base64. Not the
 * library's: its SHA-256 is written in JavaScript and costs a call as much as its connection does.
 */
export function signDelivery(secret: string, { id, timestamp, payload }: SignedContent): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${payload}`).digest('base64')}`
}
