import { createContext, type ReactNode, use, useId } from 'react'
import { classes } from './classes.ts'

interface FieldIds {
  id: string
  describedBy: string | undefined
  isInvalid: boolean
}

const CurrentField = createContext<FieldIds | null>(null)

/** The attributes that connect a control with the label, hint and error of its field. */
export function useFieldAttributes() {
  const field = use(CurrentField)
  if (!field) return {}
  return { id: field.id, 'aria-describedby': field.describedBy, 'aria-invalid': field.isInvalid || undefined }
}

/** The style of every text control. */
export const controlClasses =
  'w-full min-w-0 rounded-md border border-line-control bg-surface px-2.5 text-ink text-ui transition-colors hover:border-ink aria-invalid:border-danger disabled:bg-subtle disabled:text-faint max-sm:text-base'

interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  /** What is wrong with the value. */
  error?: string | undefined
  isOptional?: boolean
  /** The control is small, such as a switch: it is beside its label and its hint. */
  isBeside?: boolean
  children: ReactNode
}

/** A label, one control, a hint, and what is wrong. */
export function Field({ label, hint, error, isOptional = false, isBeside = false, children }: FieldProps) {
  const id = useId()
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
  return (
    <div className={classes('grid', isBeside ? 'grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5' : 'gap-1.5')}>
      <label htmlFor={id} className="flex items-baseline justify-between gap-2 font-medium text-ui">
        <span className="min-w-0">{label}</span>
        {isOptional && <span className="font-normal text-faint text-xs">Optional</span>}
      </label>
      <CurrentField value={{ id, describedBy, isInvalid: error !== undefined }}>
        {isBeside ? <div className="row-span-2">{children}</div> : children}
      </CurrentField>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="text-danger text-xs first-letter:uppercase">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-faint text-xs">
          {hint}
        </p>
      )}
    </div>
  )
}
