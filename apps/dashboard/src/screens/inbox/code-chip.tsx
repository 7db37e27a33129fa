import { Check, Copy } from 'lucide-react'
import { classes } from '../../design/classes.ts'
import { useCopy } from '../../design/use-copy.ts'

interface CodeChipProps {
  code: string
  size?: 'small' | 'large'
  className?: string
}

/** A one-time code: a click copies it. */
export function CodeChip({ code, size = 'small', className }: CodeChipProps) {
  const { state, copy } = useCopy(code)
  const word = { idle: '', copied: 'Copied', failed: 'Select and copy it' }[state]
  return (
    <>
      <button
        type="button"
        title={word || 'Copy the code'}
        aria-label={`Copy code ${code}`}
        onClick={copy}
        className={classes(
          'inline-flex max-w-full shrink-0 select-text items-center rounded-md border border-accent/25 bg-accent-soft font-mono font-semibold text-accent hover:brightness-95',
          size === 'small' ? 'h-6 gap-1.5 px-1.5 text-xs' : 'h-10 gap-3 px-3 text-lg tracking-wider',
          className,
        )}
      >
        <span className="truncate">{code}</span>
        {state === 'copied' ? (
          <Check aria-hidden className="size-3.5 shrink-0 text-good" />
        ) : (
          <Copy aria-hidden className="size-3.5 shrink-0" />
        )}
      </button>
      <span role="status" className="sr-only">
        {word}
      </span>
    </>
  )
}
