import { createContext, type ReactNode, useEffect, useState } from 'react'

const renewMs = 30_000

/** The time of the clock's last tick. */
export const Now = createContext(new Date())

/** The one clock of the page: a long list has a hundred times, which need no timers of their own. */
export function Clock({ children }: { children: ReactNode }) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), renewMs)
    return () => clearInterval(timer)
  }, [])
  return <Now value={now}>{children}</Now>
}
