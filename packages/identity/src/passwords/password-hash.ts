import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { AppError } from '@inlet/contract'
import { concurrencyLimit } from '@inlet/core'

// 32 MiB and three rounds, as OWASP recommends; Node's default limit of memory is just below that.
const cost = { N: 32_768, r: 8, p: 3 }
const maxmem = 128 * 1024 * 1024
const keyBytes = 32
const minChars = 10
const maxChars = 1000

// Two of the thread pool's four threads, so that files and DNS names are still read while people log in; 64 MiB at most.
const loginLimit = { concurrency: 2, maxWaiting: 64 }

interface StoredHash {
  cost: { N: number; r: number; p: number }
  salt: Buffer
  key: Buffer
}

/**
 * Hashes a password for storing, with scrypt (RFC 7914): `scrypt$N$r$p$salt$key`, salt and key in base64url.
 * @throws BAD_REQUEST `password_too_short` under 10 characters, `password_too_long` over 1000
 */
export async function hashPassword(password: string): Promise<string> {
  const folded = password.normalize('NFKC')
  if (folded.length < minChars) {
    throw AppError.of('password_too_short', { message: `A password has at least ${minChars} characters` })
  }
  if (folded.length > maxChars) {
    throw AppError.of('password_too_long', { message: `A password has at most ${maxChars} characters` })
  }

  const salt = randomBytes(16)
  const key = await derive(folded, { cost, salt, key: Buffer.alloc(keyBytes) })
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/**
 * Whether a password matches a hash. Without a hash, for an account that does not exist, it is false and takes the same time.
 * @throws SERVICE_UNAVAILABLE when too many calls wait
 */
export type IsPassword = (password: string, storedHash: string | null) => Promise<boolean>

/** Makes the password check of a process, which limits simultaneous calls. */
export function passwordCheck(): IsPassword {
  const runLimited = concurrencyLimit(loginLimit)
  return async (password, storedHash) => {
    if (password.length > maxChars) return false
    const stored = storedHash === null ? null : parseHash(storedHash)
    const compared = stored ?? noAccount
    const key = await runLimited(() => derive(password.normalize('NFKC'), compared), tooManyLogins)
    return timingSafeEqual(key, compared.key) && stored !== null
  }
}

const noAccount: StoredHash = { cost, salt: randomBytes(16), key: randomBytes(keyBytes) }

const tooManyLogins = () =>
  new AppError('SERVICE_UNAVAILABLE', 'Too many people are logging in', { retryAfterSeconds: 5 })

function derive(password: string, { cost, salt, key }: StoredHash): Promise<Buffer> {
  const options: ScryptOptions = { ...cost, maxmem }
  return new Promise((resolve, reject) => {
    scrypt(password, salt, key.length, options, (error, derived) => (error ? reject(error) : resolve(derived)))
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
