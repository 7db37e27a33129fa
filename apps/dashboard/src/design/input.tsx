import type { InputHTMLAttributes, Ref } from 'react'
import { classes } from './classes.ts'
import { controlClasses, useFieldAttributes } from './field.tsx'

interface InputProps extends InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement>
}

/** A line of text. Outside of a `Field` it needs an `aria-label`. */
export function Input({ className, ...rest }: InputProps) {
  return <input {...useFieldAttributes()} {...rest} className={classes(controlClasses, 'h-8', className)} />
}
