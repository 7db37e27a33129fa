import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'

const shownMs = 1800

interface CopyButtonProps {
  text: string
  /** What is copied: "API key". */
  of: string
  /** With its word beside the icon. */
  hasWord?: boolean
}

/** Copies a text, and says so; where the browser does not allow it, it says that. */
export function CopyButton({ text, of, hasWord = false }: CopyButtonProps) {
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
  const icon = state === 'copied' ? <Check aria-hidden className="text-good!" /> : <Copy aria-hidden />
  const word = { idle: 'Copy', copied: 'Copied', failed: 'Select and copy it' }[state]
  const name = state === 'idle' ? `Copy ${of}` : word
  return (
    <>
      {hasWord ? (
        <Button onClick={() => void copy()} aria-label={name}>
          {icon}
          {word}
        </Button>
      ) : (
        <IconButton label={name} icon={icon} onClick={() => void copy()} />
      )}
      <span role="status" className="sr-only">
        {state === 'idle' ? '' : word}
      </span>
    </>
  )
}
