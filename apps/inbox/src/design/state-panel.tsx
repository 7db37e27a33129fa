import type { ComponentChildren } from 'preact'
import { useHeadingFocus } from './heading-focus.ts'
import { Icon, type IconName } from './icon.tsx'

interface StatePanelProps {
  icon: IconName
  title: string
  text: string
  /** Another line, small: a request id. */
  detail?: string | null
  /** The ways on. */
  children?: ComponentChildren
  /** Whether the focus goes to its heading, because it takes the place of what had it. */
  takesFocus?: boolean
}

/** What stands where content would be: empty, locked, not found, an error; with a way on. */
export function StatePanel({ icon, title, text, detail, children, takesFocus = false }: StatePanelProps) {
  const heading = useHeadingFocus(takesFocus ? title : null)
  return (
    <section class="state-panel">
      <span class="state-icon">
        <Icon name={icon} />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p>{text}</p>
      {detail && <p class="detail">{detail}</p>}
      {children && <div class="actions">{children}</div>}
    </section>
  )
}
