import type { AddApiKeyInput, ApiKey, RotateApiKeyInput } from '@inlet/contract'
import { addApiKey, type Deps, type Person, replaceApiKey } from '@inlet/core'
import { generateApiKey } from './api-key-format.ts'

/** A key together with its value, which is nowhere else and cannot be shown again. */
export type ShownApiKey = ApiKey & { value: string }

/** Makes a key for a service. @throws what `addApiKey` throws */
export async function issueApiKey(deps: Deps, caller: Person, input: AddApiKeyInput): Promise<ShownApiKey> {
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

/** Makes a key that takes the place of another; the old value works for `graceSeconds` more. @throws what `replaceApiKey` throws */
export async function rotateApiKey(deps: Deps, caller: Person, input: RotateApiKeyInput): Promise<ShownApiKey> {
  let shown = ''
  const newValue = (isLive: boolean) => {
    const { value, ...kept } = generateApiKey(isLive)
    shown = value
    return kept
  }
  const key = await replaceApiKey(deps, caller, { ...input, newValue })
  return { ...key, value: shown }
}
