import type { ReactNode } from 'react'

interface CardProps {
  title: string
  description?: ReactNode
  /** At the right of the title. */
  action?: ReactNode
  /** A line at the bottom, such as the button that saves. */
  footer?: ReactNode
  children: ReactNode
}

/** A part of a screen with a title of its own. */
export const Card = ({ title, description, action, footer, children }: CardProps) => (
  <section className="overflow-hidden rounded-lg border border-line bg-surface">
    <div className="grid gap-0.5 px-5 pt-4">
      <div className="flex items-center justify-between gap-3">
        <h2 className="min-w-0 font-semibold">{title}</h2>
        {action !== undefined && <div className="-my-1.5 shrink-0">{action}</div>}
      </div>
      {description !== undefined && <p className="max-w-3xl text-pretty text-muted text-ui">{description}</p>}
    </div>
    <div className="px-5 py-4">{children}</div>
    {footer !== undefined && (
      <div className="flex flex-wrap items-center justify-end gap-2 border-line border-t bg-canvas px-5 py-3">
        {footer}
      </div>
    )}
  </section>
)
