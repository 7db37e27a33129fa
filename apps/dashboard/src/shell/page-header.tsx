import { type ReactNode, useEffect } from 'react'
import { AddressText } from '../design/address-text.tsx'
import { classes } from '../design/classes.ts'
import { useService } from './service-context.tsx'

interface PageHeaderProps {
  title: string
  /** Right after the title, such as what copies it. */
  beside?: ReactNode
  description?: ReactNode
  /** The buttons of the screen. */
  actions?: ReactNode
}

/** The head of a screen: its title, which is also the tab's, and what can be done. */
export function PageHeader({ title, beside, description, actions }: PageHeaderProps) {
  const { name } = useService()
  useEffect(() => {
    document.title = `${title} · ${name} · Inlet`
  }, [title, name])
  return (
    <header className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="grid min-w-0 gap-1">
        <div className="flex items-start gap-1">
          <h1 className={classes('min-w-0 font-semibold tracking-tight', beside ? 'text-lg sm:text-xl' : 'text-xl')}>
            <AddressText>{title}</AddressText>
          </h1>
          {beside !== undefined && <div className="-my-0.5 shrink-0">{beside}</div>}
        </div>
        {description !== undefined && <p className="max-w-2xl text-pretty text-muted text-ui">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  )
}
