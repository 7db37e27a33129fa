import type { MessageListItem } from '@inlet/contract'

/** The part of an inbox that is loaded: from the newest message on, without a gap. */
export interface MessageRows {
  rows: readonly MessageListItem[]
  /** Where it ends, for the page that follows. */
  meta: { cursor: string; hasMore: boolean }
}

/** A page of the API. */
export interface MessagePage {
  data: readonly MessageListItem[]
  meta: MessageRows['meta']
}

/** Puts a message in its place, newest first. One that is there already, or belongs to a page that is not loaded, changes nothing. */
export function withMessage(list: MessageRows, message: MessageListItem): MessageRows {
  const place = list.rows.findIndex(({ id }) => id <= message.id)
  if (place < 0 && list.meta.hasMore) return list
  const at = place < 0 ? list.rows.length : place
  if (list.rows[at]?.id === message.id) return list
  return { ...list, rows: list.rows.toSpliced(at, 0, message) }
}

/** Marks a message as read. */
export function withRead(list: MessageRows, id: string): MessageRows {
  const at = list.rows.findIndex((row) => row.id === id)
  const row = list.rows[at]
  if (!row || row.isRead) return list
  return { ...list, rows: list.rows.with(at, { ...row, isRead: true }) }
}

/** Leaves messages out. */
export function withoutMessages(list: MessageRows, isGone: (id: string) => boolean): MessageRows {
  if (!list.rows.some(({ id }) => isGone(id))) return list
  return { ...list, rows: list.rows.filter(({ id }) => !isGone(id)) }
}

/** Adds the page that follows. */
export function withPage({ rows }: MessageRows, { data, meta }: MessagePage): MessageRows {
  const known = new Set(rows.map(({ id }) => id))
  return { rows: [...rows, ...data.filter(({ id }) => !known.has(id))], meta }
}

/**
 * Adds what is new on the first page, which was read again. Where that page does not reach what is loaded, it takes its place: there would be a
 * gap in between.
 */
export function withFirstPage(list: MessageRows, { data, meta }: MessagePage): MessageRows {
  const [newest] = list.rows
  const reaches = newest === undefined || !meta.hasMore || data.some(({ id }) => id <= newest.id)
  if (!reaches || list.rows.length === 0) return { rows: data, meta }
  return data.reduce(withMessage, list)
}
