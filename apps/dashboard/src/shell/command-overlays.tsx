import { useEffect, useState } from 'react'
import { lazily } from '../design/lazily.tsx'
import { useCommands } from './commands.tsx'
import { isTouchOnly } from './is-touch-only.ts'

const CommandPalette = lazily(() => import('./command-palette.tsx'), 'CommandPalette')
const ShortcutHelp = lazily(() => import('./shortcut-help.tsx'), 'ShortcutHelp')

export type Overlay = 'palette' | 'help' | null

/** Which of the two is open: the palette by Ctrl-K, the help by the question mark. */
export function useOverlay() {
  const [overlay, setOverlay] = useState<Overlay>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      setOverlay((open) => (open === 'palette' ? null : 'palette'))
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  useCommands([
    {
      name: 'Keyboard shortcuts',
      group: 'Session',
      keys: '?',
      isHidden: isTouchOnly(),
      run: () => setOverlay('help'),
    },
  ])
  return { overlay, setOverlay }
}

/** The palette and the help, loaded when one of them is opened first. */
export function CommandOverlays({ overlay, onClose }: { overlay: Overlay; onClose: () => void }) {
  return (
    <>
      {overlay === 'palette' && <CommandPalette onClose={onClose} />}
      {overlay === 'help' && <ShortcutHelp onClose={onClose} />}
    </>
  )
}
