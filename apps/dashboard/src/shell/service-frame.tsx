import type { Me } from '@inlet/contract'
import { Outlet } from '@tanstack/react-router'
import { CommandOverlays, useOverlay } from './command-overlays.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { PhoneBar } from './phone-bar.tsx'
import { useServiceCommands } from './service-commands.ts'
import { SideNavigation } from './side-navigation.tsx'

/** What is around every screen of a service. */
export function ServiceFrame({ me }: { me: Me }) {
  const { overlay, setOverlay } = useOverlay()
  useServiceCommands(me.services)
  const side = (close: () => void) => (
    <SideNavigation
      me={me}
      onGone={close}
      onPalette={() => {
        close()
        setOverlay('palette')
      }}
      onShortcuts={() => {
        close()
        setOverlay('help')
      }}
    />
  )
  return (
    <div className="min-h-dvh md:pl-60">
      <a
        href="#content"
        className="-top-16 fixed left-3 z-50 rounded-md bg-primary px-3 py-2 font-medium text-on-primary text-ui focus:top-3"
      >
        Skip to content
      </a>
      <aside className="fixed inset-y-0 left-0 z-10 w-60 border-line border-r bg-canvas max-md:hidden">
        {side(() => {})}
      </aside>
      <PhoneBar>{side}</PhoneBar>
      <ConnectionBanner />
      <main id="content" tabIndex={-1} className="mx-auto max-w-6xl px-4 py-6 outline-none sm:px-8 sm:py-8">
        <Outlet />
      </main>
      <CommandOverlays overlay={overlay} onClose={() => setOverlay(null)} />
    </div>
  )
}
