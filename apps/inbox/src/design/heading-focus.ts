import { useEffect, useRef } from 'preact/hooks'

let isFirstView = true

/**
 * Gives the focus to a heading when `subject` changes, so that a keyboard or a screen reader goes on where the new content begins. Not for the
 * first view after loading, where the browser begins at the top, and not where the subject is null.
 */
export function useHeadingFocus(subject: string | null) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (subject !== null && !isFirstView) heading.current?.focus()
    isFirstView = false
  }, [subject])
  return heading
}
