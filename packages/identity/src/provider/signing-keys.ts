import { randomBytes } from 'node:crypto'
import { daySeconds } from '@inlet/contract'
import {
  createSigningKey,
  type Deps,
  listSigningKeys,
  type NewSigningKey,
  type OperatorCaller,
  type SigningKeyDoc,
} from '@inlet/core'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import { z } from 'zod'
import { type KeySet, type KeySource, keySetOf, publicKeysOf } from '../access-tokens/key-set.ts'

/** The algorithm of everything that the embedded provider signs. */
export const signingAlgorithm = 'ES256'
/** The longest lifetime of a token. */
export const longestTokenSeconds = daySeconds
// A little longer, to tolerate clocks that differ.
const keptSeconds = longestTokenSeconds + 300
const maxAgeMs = 2_000
const missingKeyCooldownMs = 500

const privateJwk = z.object({ kty: z.literal('EC'), crv: z.string(), x: z.string(), y: z.string(), d: z.string() })

/** A set of keys, newest first; the first signs. */
export interface SigningKeySet extends KeySet {
  privateJwks: [JWK, ...JWK[]]
  cookieSecrets: string[]
}

/** The embedded provider's keys, as a source for the verifier and with their private halves for the provider. */
export interface SigningKeys extends KeySource {
  current(): Promise<SigningKeySet>
}

/**
 * Makes a process's cache of the signing keys: at most 2 s old; while the database is away, the last known keys. The first process of an
 * installation creates the first key.
 */
export function signingKeys(deps: Deps): SigningKeys {
  const nowMs = () => deps.clock.now().getTime()
  let known: { keySet: SigningKeySet; kids: string } | null = null
  let readAtMs = Number.NEGATIVE_INFINITY
  let running: Promise<SigningKeySet> | null = null

  function read(): Promise<SigningKeySet> {
    running ??= readOnce().finally(() => {
      running = null
    })
    return running
  }

  async function readOnce(): Promise<SigningKeySet> {
    const before = known
    readAtMs = nowMs()
    try {
      const rows = await firstOrMore(deps)
      const kids = rows.map(({ _id }) => _id).join(' ')
      known = before?.kids === kids ? before : { keySet: toKeySet(rows), kids }
      return known.keySet
    } catch (error) {
      if (!before) throw error
      return before.keySet
    }
  }

  return {
    current: async () => (known && nowMs() - readAtMs < maxAgeMs ? known.keySet : read()),
    newer: async (than) =>
      known && (known.keySet !== than || nowMs() - readAtMs < missingKeyCooldownMs) ? known.keySet : read(),
  }
}

/**
 * Creates a new key that signs from now on; every process uses it within seconds. Tokens of the old keys stay valid until they expire,
 * unless a key was compromised: then all tokens and logins end at once, refresh tokens too, and everybody has to log in again.
 * @returns the new key's `kid`
 */
export async function rotateSigningKeys(
  deps: Deps,
  caller: OperatorCaller,
  { isCompromised = false } = {},
): Promise<string> {
  for (;;) {
    const [newest] = await listSigningKeys(deps)
    const key = await newSigningKey()
    const rotation = { caller, replaces: newest?._id ?? null, keptSeconds: isCompromised ? null : keptSeconds }
    if (await createSigningKey(deps, key, rotation)) return key.kid
  }
}

async function firstOrMore(deps: Deps): Promise<SigningKeyDoc[]> {
  const found = await listSigningKeys(deps)
  if (found.length > 0) return found
  await createSigningKey(deps, await newSigningKey(), { caller: null, replaces: null, keptSeconds })
  return listSigningKeys(deps)
}

async function newSigningKey(): Promise<NewSigningKey> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true })
  const jwk = await exportJWK(privateKey)
  return {
    kid: await calculateJwkThumbprint(jwk),
    privateJwk: JSON.stringify(jwk),
    cookieSecret: randomBytes(32).toString('base64url'),
  }
}

function toKeySet(rows: SigningKeyDoc[]): SigningKeySet {
  const [first, ...rest] = rows.map(toJwk)
  if (!first) throw new Error('there is no signing key')
  const privateJwks: [JWK, ...JWK[]] = [first, ...rest]
  return {
    ...keySetOf(publicKeysOf({ keys: privateJwks })),
    privateJwks,
    cookieSecrets: rows.map(({ cookieSecret }) => cookieSecret),
  }
}

function toJwk(row: SigningKeyDoc): JWK {
  return { ...privateJwk.parse(JSON.parse(row.privateJwk)), kid: row._id, alg: signingAlgorithm, use: 'sig' }
}
