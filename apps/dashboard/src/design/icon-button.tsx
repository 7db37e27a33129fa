import type { ReactNode, Ref } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { Tooltip } from './tooltip.tsx'

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'size'> {
  /** What it does: its name, and its tooltip. */
  label: string
  icon: ReactNode
  ref?: Ref<HTMLButtonElement>
}

/** A square button with an icon alone. */
export function IconButton({
  label,
  icon,
  variant = 'quiet',
  refusal = null,
  className = '',
  ...rest
}: IconButtonProps) {
  const button = (
    <Button {...rest} variant={variant} refusal={refusal} aria-label={label} className={`w-8 px-0 ${className}`}>
      {icon}
    </Button>
  )
  return refusal === null ? (
    <Tooltip text={label} isLabel>
      {button}
    </Tooltip>
  ) : (
    button
  )
}
