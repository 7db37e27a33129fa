import { hash } from 'node:crypto'
import { AppError, isUlid } from '@inlet/contract'

const version = 1
const listTagBytes = 8

/**
 * The list that a cursor belongs to: its name and its filters. A cursor is 1 byte of version, 8 bytes of SHA-256 over the list, and the
 * last position, a ULID where the list is ours, in base64url.
 */
export interface CursorScope {
  list: string
  filters: Record<string, string | boolean | undefined>
}

/** The cursor of a position; `""` for none. */
export function encodeCursor(scope: CursorScope, position: string | null): string {
  if (position === null) return ''
  return Buffer.concat([Buffer.of(version), listTag(scope), Buffer.from(position, 'latin1')]).toString('base64url')
}

/**
 * The position in a cursor; null, the beginning of the list, for an empty or absent cursor.
 * @throws BAD_REQUEST `invalid_cursor` for any text that is not a cursor of this list with these filters
 */
export function decodeCursor(
  scope: CursorScope,
  text: string | undefined,
  isPosition: (text: string) => boolean = isUlid,
): string | null {
  if (text === undefined || text === '') return null
  const bytes = Buffer.from(text, 'base64url')
  const position = bytes.subarray(1 + listTagBytes).toString('latin1')
  const isOurs =
    bytes.toString('base64url') === text &&
    bytes[0] === version &&
    bytes.subarray(1, 1 + listTagBytes).equals(listTag(scope)) &&
    isPosition(position)
  if (isOurs) return position
  throw AppError.of('invalid_cursor')
}

function listTag(scope: CursorScope): Buffer {
  const filters = Object.entries(scope.filters).filter(([, value]) => value !== undefined)
  const text = JSON.stringify([scope.list, filters.sort(([a], [b]) => (a < b ? -1 : 1))])
  return hash('sha256', text, 'buffer').subarray(0, listTagBytes)
}
