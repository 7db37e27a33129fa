import type { Ref, TextareaHTMLAttributes } from 'react'
import { classes } from './classes.ts'
import { controlClasses, useFieldAttributes } from './field.tsx'

interface TextareaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>
}

/** Several lines of text. */
export function Textarea({ className, ...rest }: TextareaProps) {
  return (
    <textarea rows={3} {...useFieldAttributes()} {...rest} className={classes(controlClasses, 'py-1.5', className)} />
  )
}
