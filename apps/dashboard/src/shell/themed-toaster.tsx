import { useEffect, useState } from 'react'
import { lazily } from '../design/lazily.tsx'
import { onFirstToast } from '../design/toast.ts'
import { useTheme } from './theme-menu.tsx'

const Toaster = lazily(() => import('../design/toaster.tsx'), 'Toaster')

/** Where notices appear, in the theme of the page; its library is loaded with the first notice. */
export function ThemedToaster() {
  const { theme } = useTheme()
  const [isNeeded, setIsNeeded] = useState(false)
  useEffect(() => onFirstToast(() => setIsNeeded(true)), [])
  return isNeeded && <Toaster theme={theme} />
}
