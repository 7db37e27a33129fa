import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const format = /^[\w-]{43}$/

/** A new secret of a visitor, 32 random bytes in base64url, and what is stored of it. */
export function newVisitorToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashOf(token) }
}

/** What is stored of a token; null for a text that is no token. */
export const visitorTokenHash = (text: string): string | null => (format.test(text) ? hashOf(text) : null)

/** Whether a token is the one whose hash is stored, in constant time. */
export function isVisitorToken(text: string, storedHash: string): boolean {
  const [given, stored] = [visitorTokenHash(text), storedHash].map((hash) => Buffer.from(hash ?? ''))
  return given !== undefined && stored !== undefined && given.length === stored.length && timingSafeEqual(given, stored)
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')
