import type { Option } from './command.ts'

/** The options of every list. */
export const pageOptions: Record<string, Option> = {
  limit: { value: 'N', about: 'At most this many, 1 to 100 (default 50)' },
  cursor: { value: 'CURSOR', about: 'The cursor that the page before showed' },
}

/** The fields of the contract's `pageInput`, by the option that each comes from. */
export const pageFields = { limit: 'limit', cursor: 'cursor' }

/** A table, and below it the option for the next page, if there is one. */
export function withNextPage(text: string, meta: { cursor: string; hasMore: boolean }): string {
  return meta.hasMore ? `${text}\n\nThere are more: --cursor ${meta.cursor}` : text
}
