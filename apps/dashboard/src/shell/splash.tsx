import { useEffect, useState } from 'react'
import { Mark } from './mark.tsx'

/** What passes in less shows nothing. */
const patienceMs = 400

/** A quiet page while something is on its way. */
export function Splash({ text }: { text: string }) {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div role="status" className={`grid justify-items-center gap-3 transition-opacity ${isShown ? '' : 'opacity-0'}`}>
        <Mark />
        <p className="text-muted text-ui">{text}</p>
      </div>
    </main>
  )
}
