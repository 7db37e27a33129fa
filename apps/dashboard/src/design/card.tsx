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
    <div className="flex flex-wrap items-start justify-between gap-3 px-5 pt-4">
      <div className="grid min-w-0 flex-1 basis-40 gap-0.5">
        <h2 className="font-semibold">{title}</h2>
        {description !== undefined && <p className="text-muted text-ui">{description}</p>}
      </div>
      {action}
    </div>
    <div className="px-5 py-4">{children}</div>
    {footer !== undefined && (
      <div className="flex flex-wrap items-center justify-end gap-2 border-line border-t bg-canvas px-5 py-3">
        {footer}
      </div>
    )}
  </section>
)
