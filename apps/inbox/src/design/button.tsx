import type { ButtonHTMLAttributes } from 'preact'
import { Icon, type IconName } from './icon.tsx'

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'icon'> & {
  icon?: IconName
  kind?: 'primary' | 'plain' | 'quiet' | 'danger'
}

/** A button with a text. */
export function Button({ icon, kind = 'plain', children, class: extra = '', ...others }: ButtonProps) {
  return (
    <button type="button" {...others} class={`button button-${kind} ${String(extra)}`}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  )
}

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'icon' | 'label'> & {
  icon: IconName
  /** What it does: its name, and shown on hover. */
  label: string
}

/** A button with a drawing only. */
export function IconButton({ icon, label, class: extra = '', ...others }: IconButtonProps) {
  return (
    <button type="button" {...others} class={`icon-button ${String(extra)}`} aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  )
}
