import { useEffect, useRef } from 'react'
import { useSession } from '../session/session-context.tsx'

const nameOf = (key: string) => `inlet.draft.${key}`

type Draft = Record<string, unknown>
type Texts = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What was typed in a form before a login that nobody asked for. It is read once, and of it what is of the kind of the form's defaults. */
export function takeDraft(storage: Texts, key: string, defaults: Draft): Draft {
  const text = storage.getItem(nameOf(key))
  storage.removeItem(nameOf(key))
  const entries = Object.entries(parsed(text))
  return Object.fromEntries(entries.filter(([name, value]) => kindOf(value) === kindOf(defaults[name])))
}

/** Keeps what is typed in a form, but for its secrets. */
export function keepDraft(storage: Texts, key: string, typed: Draft): void {
  storage.setItem(nameOf(key), JSON.stringify(typed))
}

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)

function parsed(text: string | null): Draft {
  try {
    const draft: unknown = text === null ? null : JSON.parse(text)
    return typeof draft === 'object' && draft !== null ? { ...draft } : {}
  } catch {
    return {}
  }
}

/** Takes the draft at the first render, and gives the same one at each further one. */
export function useDraft(key: string, defaults: Draft): Draft {
  const draft = useRef<Draft | null>(null)
  draft.current ??= takeDraft(window.sessionStorage, key, defaults)
  return draft.current
}

interface KeptDraft {
  key: string
  secrets: readonly string[]
  typed: () => Draft
}

/** Keeps what is typed where the session ends by itself: it is written only then. */
export function useKeptDraft({ key, secrets, typed }: KeptDraft): void {
  const session = useSession()
  useEffect(
    () =>
      session.beforeLeaving(() => {
        const kept = Object.entries(typed()).filter(([name]) => !secrets.includes(name))
        keepDraft(window.sessionStorage, key, Object.fromEntries(kept))
      }),
    [session, typed, key, secrets],
  )
}
