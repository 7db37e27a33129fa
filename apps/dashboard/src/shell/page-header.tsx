import { type ReactNode, useEffect } from 'react'
import { useService } from './service-context.tsx'

interface PageHeaderProps {
  title: string
  description?: ReactNode
  /** The buttons of the screen. */
  actions?: ReactNode
}

/** The head of a screen: its title, which is also the tab's, and what can be done. */
export function PageHeader({ title, description, actions }: PageHeaderProps) {
  const { name } = useService()
  useEffect(() => {
    document.title = `${title} · ${name} · Inlet`
  }, [title, name])
  return (
    <header className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="grid gap-1">
        <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
        {description !== undefined && <p className="max-w-2xl text-pretty text-muted text-ui">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  )
}
