import type { ReactNode } from 'react'
import { classes } from './classes.ts'

interface CardProps {
  title: string
  description?: ReactNode
  /** At the right of the title. */
  action?: ReactNode
  /** The action has no place beside the title of a narrow page: it is below the description there. */
  isActionWide?: boolean
  /** A line at the bottom, such as the button that saves. */
  footer?: ReactNode
  children: ReactNode
}

/** A part of a screen with a title of its own. */
export const Card = ({ title, description, action, isActionWide = false, footer, children }: CardProps) => (
  <section className="overflow-hidden rounded-lg border border-line bg-surface">
    <div className={classes('flex flex-wrap items-center gap-x-3 px-5 pt-4', action ? 'gap-y-1.5' : 'gap-y-0.5')}>
      <h2 className={classes('min-w-0 flex-1 font-semibold', isActionWide && 'max-sm:basis-full')}>{title}</h2>
      {action && (
        <div className={classes('-my-1.5', isActionWide && 'max-sm:order-1 max-sm:mt-2 max-sm:mb-0 max-sm:w-full')}>
          {action}
        </div>
      )}
      {description !== undefined && (
        <p className="basis-full text-pretty text-muted text-ui">
          <span className="block max-w-3xl">{description}</span>
        </p>
      )}
    </div>
    <div className="px-5 py-4">{children}</div>
    {footer !== undefined && (
      <div className="flex flex-wrap items-center justify-end gap-2 border-line border-t bg-canvas px-5 py-3">
        {footer}
      </div>
    )}
  </section>
)
