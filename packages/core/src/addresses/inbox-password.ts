import { randomBytes, type ScryptOptions, scrypt } from 'node:crypto'

const cost = { N: 16_384, r: 8, p: 1 } satisfies ScryptOptions
const keyBytes = 32

/** Hashes an inbox password with scrypt (RFC 7914): `scrypt$N$r$p$salt$key`, salt and key in base64url. */
export function hashInboxPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyBytes, cost, (error, key) => {
      if (error) return reject(error)
      resolve(['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$'))
    })
  })
}
