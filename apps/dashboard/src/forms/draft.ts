import { useEffect, useState } from 'react'
import { useSession } from '../session/session-context.tsx'

const nameOf = (key: string) => `inlet.draft.${key}`

type Draft = Record<string, unknown>
type Texts = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The input of a form before the session ended. Values of another type than the form's defaults are dropped. */
export function readDraft(storage: Texts, key: string, defaults: Draft): Draft {
  const entries = Object.entries(parsed(storage.getItem(nameOf(key))))
  return Object.fromEntries(entries.filter(([name, value]) => kindOf(value) === kindOf(defaults[name])))
}

/** Removes a draft. */
export const dropDraft = (storage: Texts, key: string): void => storage.removeItem(nameOf(key))

/** Keeps the input of a form, without its secrets. */
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

/** The draft of a form, which is removed once the form is shown: a render may be discarded and repeated before that. */
export function useDraft(key: string, defaults: Draft): Draft {
  const [draft] = useState(() => readDraft(window.sessionStorage, key, defaults))
  useEffect(() => dropDraft(window.sessionStorage, key), [key])
  return draft
}

interface KeptDraft {
  key: string
  secrets: readonly string[]
  typed: () => Draft
}

/** Keeps the input when the session ends: it is written only then. */
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
