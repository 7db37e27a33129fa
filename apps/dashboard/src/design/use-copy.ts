import { useEffect, useState } from 'react'

/** For how long the outcome is shown. */
const shownMs = 1800

/** Copies a text, and says for a moment what came of it; `failed`: the browser does not allow it. */
export function useCopy(text: string) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), shownMs)
    return () => clearTimeout(timer)
  }, [state])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      setState('failed')
    }
  }
  return { state, copy: () => void copy() }
}
