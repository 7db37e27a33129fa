import { InletError } from './errors.ts'

const ulid = '[0-7][0-9A-HJKMNP-TV-Z]{25}'
const format = new RegExp(`^${ulid}(\\.${ulid})*$`)
/** Below every message. */
const lowest = '0'.repeat(26)

/** What of an inbox is old: each message up to an id, and some of those above it. */
export interface Position {
  floor: string
  known: readonly string[]
}

/** A position as text, which another process can read: the floor, and the ids above it that are old. */
export const writePosition = (floor: string | undefined, known: Iterable<string>) =>
  [floor ?? lowest, ...known].join('.')

/** Reads a position; the id of a message is one. @throws InletError where it is none */
export function readPosition(text: string): Position {
  if (!format.test(text)) throw new InletError('since is no position: it is `inbox.position`, or the id of a message')
  const [floor = lowest, ...known] = text.split('.')
  return { floor, known }
}
