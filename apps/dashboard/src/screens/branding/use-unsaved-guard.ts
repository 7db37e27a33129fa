import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useSession } from '../../session/session-context.tsx'

/**
 * Asks before unsaved changes are left: by the browser where the tab is closed, by the dialog of the caller where another screen is opened.
 * A session that ends by itself is not stopped: its login comes back, and the form keeps a draft.
 */
export function useUnsavedGuard(hasChanges: boolean) {
  const session = useSession()
  const isLeaving = useRef(false)
  useEffect(
    () =>
      session.beforeLeaving(() => {
        isLeaving.current = true
      }),
    [session],
  )
  return useBlocker({
    shouldBlockFn: ({ current, next }) => hasChanges && current.pathname !== next.pathname,
    enableBeforeUnload: () => hasChanges && !isLeaving.current,
    withResolver: true,
  })
}
