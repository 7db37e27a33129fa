/** Something that the user can do now: by the palette, and by its keys if it has some. */
export interface Command {
  name: string
  group: 'Go to' | 'This page' | 'Services' | 'Session'
  /** One key, or two that are pressed one after the other: `?`, `g k`. */
  keys?: string
  /** Not in the palette; its keys work. */
  isHidden?: boolean
  run: () => void
}

/** Within this time the second key of a sequence has to follow. */
const sequenceMs = 1200

/** In these a key is text, or belongs to the control. */
const takesKeys = 'input, textarea, select, [contenteditable], [role="menu"], [role="dialog"], [role="listbox"]'
/** Enter and space press these. */
const takesEnter = 'a, button, [role="radio"], [role="tab"], summary'

/** Runs commands by their keys. @returns what ends it */
export function watchKeys(target: Document, commands: () => readonly Command[]): () => void {
  let first: { key: string; at: number } | null = null

  function onKey(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    const { target: element, key } = event
    if (element instanceof Element) {
      if (element.closest(takesKeys)) return
      if ((key === 'Enter' || key === ' ') && element.closest(takesEnter)) return
    }
    const isSequence = first !== null && event.timeStamp - first.at < sequenceMs
    const all = commands()
    const found =
      (isSequence && all.find(({ keys }) => keys === `${first?.key} ${key}`)) || all.find(({ keys }) => keys === key)
    first = { key, at: event.timeStamp }
    if (!found) return
    first = null
    event.preventDefault()
    found.run()
  }

  target.addEventListener('keydown', onKey)
  return () => target.removeEventListener('keydown', onKey)
}
