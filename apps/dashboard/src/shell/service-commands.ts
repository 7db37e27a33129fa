import type { Me } from '@inlet/contract'
import { useNavigate } from '@tanstack/react-router'
import { useSession } from '../session/session-context.tsx'
import { useCommands } from './commands.tsx'
import { navigation } from './navigation.ts'
import { useService } from './service-context.tsx'
import { themes } from './theme.ts'
import { themeLooks, useTheme } from './theme-menu.tsx'
import type { Command } from './watch-keys.ts'

/** The commands that every screen of a service has. */
export function useServiceCommands(services: Me['services']): void {
  const { id } = useService()
  const navigate = useNavigate()
  const session = useSession()
  const { choose } = useTheme()
  useCommands([
    ...navigation.map(
      ({ to, name, key }): Command => ({
        name,
        group: 'Go to',
        keys: `g ${key}`,
        run: () => void navigate({ to, params: { serviceId: id } }),
      }),
    ),
    ...services.flatMap((service): Command[] =>
      service.id === id
        ? []
        : [
            {
              name: service.name,
              group: 'Services',
              run: () => void navigate({ to: '/services/$serviceId', params: { serviceId: service.id } }),
            },
          ],
    ),
    ...themes.map(
      (theme): Command => ({ name: `Theme: ${themeLooks[theme].name}`, group: 'Session', run: () => choose(theme) }),
    ),
    { name: 'Your account', group: 'Session', run: () => void navigate({ to: '/account' }) },
    { name: 'Log out', group: 'Session', run: () => void session.logOut() },
  ])
}
