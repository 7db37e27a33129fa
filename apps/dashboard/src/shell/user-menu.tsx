import type { Me } from '@inlet/contract'
import { useNavigate } from '@tanstack/react-router'
import { BookOpen, CircleUser, Keyboard, LogOut, UserCog } from 'lucide-react'
import { AddressText } from '../design/address-text.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../design/menu.tsx'
import { inOrder } from '../design/visible-text.ts'
import { useConfig, useSession } from '../session/session-context.tsx'
import { isTouchOnly } from './is-touch-only.ts'
import { ThemeItems } from './theme-menu.tsx'

/** Who is logged in, the theme, and the way out. */
export function UserMenu({ me, onShortcuts }: { me: Me; onShortcuts?: () => void }) {
  const session = useSession()
  const { publicUrl } = useConfig()
  const name = inOrder(me.name ?? me.email ?? 'Your account')
  const trigger = (
    <button
      type="button"
      aria-label={`Account: ${name}`}
      className="flex w-full min-w-0 items-center gap-2 rounded-md px-2 py-1.5 text-left hover:bg-hover"
    >
      <CircleUser aria-hidden className="size-4.5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1 truncate text-ui">{name}</span>
    </button>
  )
  const openDocs = () => void window.open(`${publicUrl.replace(/\/$/, '')}/docs`, '_blank', 'noopener')
  const navigate = useNavigate()
  return (
    <Menu trigger={trigger} align="start" side="top" className="w-60">
      {me.email !== null && (
        <MenuLabel>
          <AddressText>{me.email}</AddressText>
        </MenuLabel>
      )}
      <MenuItem icon={UserCog} onSelect={() => void navigate({ to: '/account' })}>
        Your account
      </MenuItem>
      <MenuItem icon={BookOpen} onSelect={openDocs}>
        Documentation
      </MenuItem>
      {onShortcuts && !isTouchOnly() && (
        <MenuItem icon={Keyboard} onSelect={onShortcuts}>
          Keyboard shortcuts
        </MenuItem>
      )}
      <MenuSeparator />
      <ThemeItems />
      <MenuSeparator />
      <MenuItem icon={LogOut} onSelect={() => void session.logOut()}>
        Log out
      </MenuItem>
    </Menu>
  )
}
