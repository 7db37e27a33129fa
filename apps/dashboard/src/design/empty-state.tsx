import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon: LucideIcon
  title: string
  /** What it is for, and what to do. */
  children: ReactNode
  /** The button that makes the first one. */
  action?: ReactNode
}

/** In place of an empty list: what would be here, and how it gets here. */
export const EmptyState = ({ icon: Icon, title, children, action }: EmptyStateProps) => (
  <div className="grid grid-cols-1 justify-items-center gap-4 px-4 py-16 text-center">
    <span className="grid size-10 place-items-center rounded-lg border border-line bg-subtle text-muted">
      <Icon aria-hidden className="size-5" />
    </span>
    <div className="grid max-w-md gap-1">
      <p className="font-medium">{title}</p>
      <p className="text-pretty text-muted text-ui">{children}</p>
    </div>
    {action}
  </div>
)
