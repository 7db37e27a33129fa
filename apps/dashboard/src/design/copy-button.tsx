import { Check, Copy } from 'lucide-react'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { useCopy } from './use-copy.ts'

interface CopyButtonProps {
  text: string
  /** What is copied: "API key". */
  of: string
  /** With its word beside the icon. */
  hasWord?: boolean
}

/** Copies a text, and says so; where the browser does not allow it, it says that. */
export function CopyButton({ text, of, hasWord = false }: CopyButtonProps) {
  const { state, copy } = useCopy(text)
  const icon = state === 'copied' ? <Check aria-hidden className="text-good!" /> : <Copy aria-hidden />
  const word = { idle: 'Copy', copied: 'Copied', failed: 'Select and copy it' }[state]
  const name = state === 'idle' ? `Copy ${of}` : word
  return (
    <>
      {hasWord ? (
        <Button onClick={copy} aria-label={name}>
          {icon}
          {word}
        </Button>
      ) : (
        <IconButton label={name} icon={icon} onClick={copy} />
      )}
      <span role="status" className="sr-only">
        {state === 'idle' ? '' : word}
      </span>
    </>
  )
}
