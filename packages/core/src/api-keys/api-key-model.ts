import type { ApiKeyScope } from '@inlet/contract'
import { defineModel } from '../database/model.ts'

/** An API key: its value is not here, only its hash. */
export interface ApiKeyDoc {
  _id: string
  serviceId: string
  name: string
  scope: ApiKeyScope
  isLive: boolean
  /** SHA-256 of the whole key, hexadecimal. */
  hash: string
  /** `inlet_live_` or `inlet_test_`, and the last four characters: enough to tell keys apart. */
  prefix: string
  lastFour: string
  createdAt: Date
  expiresAt: Date | null
  revokedAt: Date | null
  lastUsedAt: Date | null
  /** The key that took its place; it may still work for a while. */
  replacedBy?: string
}

/** The collection of API keys. */
export const apiKeyModel = defineModel<ApiKeyDoc>({
  name: 'apiKeys',
  indexes: [
    // How a request finds its key.
    { key: { hash: 1 }, unique: true },
    // The keys of one service, newest first.
    { key: { serviceId: 1, _id: -1 } },
  ],
})
