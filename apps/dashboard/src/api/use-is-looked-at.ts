import { useEffect, useState } from 'react'

/** A shorter visit to another tab changes nothing. */
const patienceMs = 5000

/** Whether the tab of the page is in front; one that is not for a few seconds counts as left. */
export function useIsLookedAt(): boolean {
  const [isLookedAt, setIsLookedAt] = useState(true)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') setIsLookedAt(true)
      else timer = setTimeout(() => setIsLookedAt(false), patienceMs)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return isLookedAt
}
