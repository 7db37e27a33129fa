import type { PublicMessageListItem } from '@inlet/contract'

type Messages = readonly PublicMessageListItem[]

/**
 * The list after the server sent its beginning again: what the page covers is as the page has it (others may have deleted or read some), and
 * what is older stays, unless there may be others between. `hasMore`: older ones follow the page.
 */
export function mergePage(known: Messages, page: Messages, hasMore: boolean): Messages {
  const last = page.at(-1)
  const ids = new Set(page.map(({ id }) => id))
  if (!hasMore || !last || !known.some(({ id }) => ids.has(id))) return page
  return [...page, ...known.filter(({ id }) => id < last.id)]
}

/** The list with the page that follows it. */
export function withOlder(known: Messages, page: Messages): Messages {
  const ids = new Set(known.map(({ id }) => id))
  return [...known, ...page.filter(({ id }) => !ids.has(id))]
}
