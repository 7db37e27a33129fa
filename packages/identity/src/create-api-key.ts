import type { ApiKeyScope } from '@inlet/contract'
import { type Deps, storeApiKey } from '@inlet/core'
import { generateApiKey } from './api-key-format.ts'

interface ApiKeyWish {
  serviceId: string
  name: string
  scope: ApiKeyScope
  isLive: boolean
  expiresAt?: Date
}

/** Makes and stores a key. @returns its id, and its value, which is nowhere else and cannot be shown again */
export async function insertApiKey(deps: Deps, wish: ApiKeyWish): Promise<{ id: string; value: string }> {
  const { value, ...kept } = generateApiKey(wish.isLive)
  const key = await storeApiKey(deps, { ...wish, ...kept })
  return { id: key._id, value }
}
