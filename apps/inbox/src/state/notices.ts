import { signal } from '@preact/signals'

/** A short text at the edge of the page, with one thing to do about it at most. */
interface Notice {
  id: number
  text: string
  /** An error stays longer, and a screen reader says it at once. */
  isError: boolean
  action?: { label: string; run: () => void }
}

const usualSeconds = 5
const errorSeconds = 10

let lastId = 0
const timers = new Map<number, number>()

/** What is shown now, oldest first. */
export const notices = signal<Notice[]>([])

/** What a screen reader says next, politely. */
export const announcement = signal('')

/** Shows a notice for some seconds. @returns its id, for `closeNotice` */
export function showNotice(
  text: string,
  { isError = false, action }: Partial<Omit<Notice, 'id' | 'text'>> = {},
): number {
  lastId += 1
  const id = lastId
  notices.value = [...notices.value.slice(-2), { id, text, isError, ...(action && { action }) }]
  timers.set(
    id,
    window.setTimeout(() => closeNotice(id), (isError ? errorSeconds : usualSeconds) * 1000),
  )
  return id
}

/** Takes a notice away. */
export function closeNotice(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  notices.value = notices.value.filter((notice) => notice.id !== id)
}

/** Lets a screen reader say a text when it has said what it is saying. */
export function announce(text: string): void {
  // A live region says changes only: the same text twice has to differ.
  announcement.value = text === announcement.value ? `${text}\u00a0` : text
}
