import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

const keyBytes = 32
// Node's default limit of memory is just below that of N = 32,768 with r = 8.
const maxmem = 128 * 1024 * 1024

/** The cost of one hash (RFC 7914 §2): about 128 · N · r bytes of memory, p times. */
export interface ScryptCost {
  N: number
  r: number
  p: number
}

interface StoredHash {
  cost: ScryptCost
  salt: Buffer
  key: Buffer
}

/** Hashes a password for storing: `scrypt$N$r$p$salt$key`, salt and key in base64url. Unicode forms of the same characters are equal. */
export async function hashWithScrypt(password: string, cost: ScryptCost): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, { cost, salt, key: Buffer.alloc(keyBytes) })
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Whether a password belongs to a hash of `hashWithScrypt`. @throws where the hash has another format */
export async function matchesScrypt(password: string, storedHash: string): Promise<boolean> {
  const stored = parseHash(storedHash)
  return timingSafeEqual(await derive(password, stored), stored.key)
}

/** A hash that no password matches and whose check takes as long as that of any other hash of this cost. */
export const unmatchableHash = ({ N, r, p }: ScryptCost): string =>
  ['scrypt', N, r, p, randomBytes(16).toString('base64url'), randomBytes(keyBytes).toString('base64url')].join('$')

function derive(password: string, { cost, salt, key }: StoredHash): Promise<Buffer> {
  const options: ScryptOptions = { ...cost, maxmem }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, key.length, options, (error, derived) =>
      error ? reject(error) : resolve(derived),
    )
  })
}

function parseHash(text: string): StoredHash {
  const [, N, r, p, salt, key] = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]{16,})\$([\w-]{43})$/.exec(text) ?? []
  if (!salt || !key) throw new Error('a stored password hash has another format')
  return {
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  }
}
