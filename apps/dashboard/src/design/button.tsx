import { LoaderCircle } from 'lucide-react'
import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react'
import { classes } from './classes.ts'
import { Tooltip } from './tooltip.tsx'

const variants = {
  primary: 'bg-primary text-on-primary hover:bg-primary-hover',
  secondary: 'border border-line-strong bg-surface text-ink hover:bg-hover',
  quiet: 'text-muted hover:bg-hover hover:text-ink',
  danger: 'bg-danger-solid text-white hover:brightness-110',
}

const sizes = {
  small: 'h-7 gap-1.5 px-2.5 text-xs',
  medium: 'h-8 gap-2 px-3 text-ui',
}

/** The classes of a button, for links that look like one. */
export const buttonClasses = (variant: keyof typeof variants = 'secondary', size: keyof typeof sizes = 'medium') =>
  classes(
    'inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap rounded-md font-medium transition-colors aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
  )

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  variant?: keyof typeof variants
  size?: keyof typeof sizes
  /** Waits for an answer: nothing can be clicked twice. */
  isBusy?: boolean
  /** Why it cannot be used now, such as the role of the user. It stays in the tab order and says the reason. */
  refusal?: string | null
  ref?: Ref<HTMLButtonElement>
}

/** A button. One that cannot be used says why. */
export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    isBusy = false,
    refusal = null,
    type = 'button',
    className,
    onClick,
    children,
    ...rest
  } = props
  const isOff = isBusy || refusal !== null
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (!isOff) return onClick?.(event)
    event.preventDefault()
    event.stopPropagation()
  }
  const button = (
    <button
      {...rest}
      type={type}
      aria-disabled={isOff || undefined}
      aria-busy={isBusy || undefined}
      onClick={click}
      className={classes(buttonClasses(variant, size), className)}
    >
      {isBusy && <LoaderCircle aria-hidden className="animate-spin" />}
      {children}
    </button>
  )
  return refusal === null ? button : <Tooltip text={refusal}>{button}</Tooltip>
}
