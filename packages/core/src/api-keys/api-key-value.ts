import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomChars = 30
const checksumChars = 6
const keyPattern = new RegExp(`^inlet_(?:live|test)_[0-9A-Za-z]{${randomChars + checksumChars}}$`)

/** A key's value, which is shown once, and what is stored of it. */
export interface NewApiKeyValue {
  value: string
  hash: string
  prefix: string
  lastFour: string
}

/** Makes a value: `inlet_live_` or `inlet_test_`, 30 random base62 characters (178 bits), 6 of checksum. */
export function generateApiKey(isLive: boolean): NewApiKeyValue {
  const prefix = isLive ? 'inlet_live_' : 'inlet_test_'
  const random = Array.from({ length: randomChars }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
  const value = prefix + random + checksum(prefix + random)
  return { value, hash: hashApiKey(value), prefix, lastFour: value.slice(-4) }
}

/** Whether a text has the form and the checksum of a key: a typo is refused without a query. */
export function isWellFormedApiKey(text: string): boolean {
  return keyPattern.test(text) && checksum(text.slice(0, -checksumChars)) === text.slice(-checksumChars)
}

/** SHA-256 of a key, hexadecimal: enough for a random value of this length, and the form in which it is stored. */
export function hashApiKey(value: string): string {
  return createHash('sha256').update(value).digest('hex')
}

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let place = 0; place < checksumChars; place += 1) {
    digits = alphabet.charAt(rest % alphabet.length) + digits
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}
