import { ChevronDown } from 'lucide-react'
import type { Ref, SelectHTMLAttributes } from 'react'
import { classes } from './classes.ts'
import { controlClasses, useFieldAttributes } from './field.tsx'

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  options: readonly { value: string; label: string }[]
  ref?: Ref<HTMLSelectElement>
}

/** One of a few choices: the browser's own list, which works on every device. */
export function Select({ options, className, ...rest }: SelectProps) {
  return (
    <span className={classes('relative block', className)}>
      <select {...useFieldAttributes()} {...rest} className={classes(controlClasses, 'h-8 appearance-none pr-7')}>
        {options.map(({ value, label }) => (
          <option key={value} value={value} className="bg-raised text-ink">
            {label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute top-2 right-2 size-4 text-faint" />
    </span>
  )
}
