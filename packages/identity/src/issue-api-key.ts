import type { ApiKey, CreateApiKeyInput, RotateApiKeyInput } from '@inlet/contract'
import { addApiKey, type Deps, type Person, replaceApiKey } from '@inlet/core'
import { generateApiKey } from './api-key-format.ts'

/** A key together with its value, which is nowhere else and cannot be shown again. */
export type ShownApiKey = ApiKey & { value: string }

/** Makes a key for a service. @throws what `addApiKey` throws */
export async function createApiKey(deps: Deps, caller: Person, input: CreateApiKeyInput): Promise<ShownApiKey> {
  const { value, ...kept } = generateApiKey(input.livemode)
  const key = await addApiKey(deps, caller, {
    ...kept,
    serviceId: input.id,
    name: input.name,
    scope: input.scope,
    isLive: input.livemode,
    expiresAt: input.expiresAt === undefined ? null : new Date(input.expiresAt),
  })
  return { ...key, value }
}

/** A key in the place of another, and the moment from which on the old value is refused, as ISO 8601. */
export type RotatedApiKey = ShownApiKey & { replaces: { id: string; endsAt: string } }

/** Makes a key that takes the place of another; the old value works for `graceSeconds` more. @throws what `replaceApiKey` throws */
export async function rotateApiKey(deps: Deps, caller: Person, input: RotateApiKeyInput): Promise<RotatedApiKey> {
  let shown = ''
  const newValue = (isLive: boolean) => {
    const { value, ...kept } = generateApiKey(isLive)
    shown = value
    return kept
  }
  const { key, oldEndsAt } = await replaceApiKey(deps, caller, { ...input, newValue })
  return { ...key, value: shown, replaces: { id: input.id, endsAt: oldEndsAt.toISOString() } }
}
