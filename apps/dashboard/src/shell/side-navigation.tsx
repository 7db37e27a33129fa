import type { Me } from '@inlet/contract'
import { Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { Kbd } from '../design/kbd.tsx'
import { LiveDot } from './live-dot.tsx'
import { navigation } from './navigation.ts'
import { useService } from './service-context.tsx'
import { ServiceSwitcher } from './service-switcher.tsx'
import { UserMenu } from './user-menu.tsx'

interface SideNavigationProps {
  me: Me
  onPalette: () => void
  onShortcuts: () => void
  /** After a click on a link: the drawer of a phone closes. */
  onGone?: () => void
}

/** The service, its screens, and the user. */
export function SideNavigation({ me, onPalette, onShortcuts, onGone }: SideNavigationProps) {
  const { id } = useService()
  return (
    <div className="flex h-full min-h-0 flex-col gap-3 p-3">
      <ServiceSwitcher services={me.services} />
      <button
        type="button"
        onClick={onPalette}
        className="flex h-8 items-center gap-2 rounded-md border border-line bg-surface px-2 text-faint text-ui hover:border-line-strong hover:text-muted"
      >
        <Search aria-hidden className="size-4" />
        <span className="flex-1 text-left">Find a command</span>
        <span className="flex gap-1 max-md:hidden">
          <Kbd>Ctrl</Kbd>
          <Kbd>K</Kbd>
        </span>
      </button>
      <nav aria-label="Screens" className="min-h-0 flex-1 overflow-y-auto">
        <ul className="grid gap-0.5">
          {navigation.map(({ to, name, icon: Icon }) => (
            <li key={to}>
              <Link
                to={to}
                params={{ serviceId: id }}
                activeOptions={{ includeSearch: false }}
                onClick={onGone}
                className="flex h-8 items-center gap-2.5 rounded-md px-2 text-muted text-ui transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-ink"
              >
                <Icon aria-hidden className="size-4 shrink-0" />
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid gap-2 border-line border-t pt-2">
        <div className="px-2">
          <LiveDot />
        </div>
        <UserMenu me={me} onShortcuts={onShortcuts} />
      </div>
    </div>
  )
}
