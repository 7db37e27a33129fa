import { randomBytes } from 'node:crypto'

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const length = 12

/** Twelve characters of lower-case base32 (RFC 4648 §6) from the system's random source: 60 bits. */
export function randomLocalPart(): string {
  return Array.from(randomBytes(length), (byte) => alphabet.charAt(byte % alphabet.length)).join('')
}
