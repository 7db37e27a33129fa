import { effect, type Signal, signal } from '@preact/signals'

/** A value that a stored text stands for, or null where the text is none of ours. */
type Parse<T> = (stored: unknown) => T | null

const read = (area: Storage, key: string): unknown => {
  // A browser may refuse its storage, and anybody may edit it.
  try {
    return JSON.parse(area.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

const write = (area: Storage, key: string, value: unknown): void => {
  try {
    area.setItem(key, JSON.stringify(value))
  } catch {
    // Full, or refused: the page works without, until it is closed.
  }
}

/** The area itself may be refused (a sandboxed frame, cookies turned off): then a value lives as long as the page. */
const areaOf = (name: 'localStorage' | 'sessionStorage'): Storage | null => {
  try {
    return window[name]
  } catch {
    return null
  }
}

interface StoredOptions<T> {
  area: 'localStorage' | 'sessionStorage'
  key: string
  parse: Parse<T>
  initial: T
}

/** A signal that is kept in the browser. With `localStorage` other tabs follow. */
export function storedSignal<T>({ area: name, key, parse, initial }: StoredOptions<T>): Signal<T> {
  const area = areaOf(name)
  const fullKey = `inlet.${key}`
  const stored = (area && parse(read(area, fullKey))) ?? initial
  const value = signal(stored)
  let isFirst = true
  effect(() => {
    const next = value.value
    if (area && !isFirst) write(area, fullKey, next)
    isFirst = false
  })
  if (name === 'localStorage') {
    addEventListener('storage', (event) => {
      if (area && event.key === fullKey) value.value = parse(read(area, fullKey)) ?? initial
    })
  }
  return value
}
