import { randomBytes } from 'node:crypto'

const secretBytes = 32

/** A new secret in the form of Standard Webhooks 1.0: `whsec_`, then random bytes in Base64. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64')}`
