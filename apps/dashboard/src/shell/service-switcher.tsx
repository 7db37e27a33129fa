import type { Me } from '@inlet/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Check, ChevronsUpDown, Plus } from 'lucide-react'
import { useTRPC } from '../api/api-context.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../design/menu.tsx'
import { inOrder, visibleText } from '../design/visible-text.ts'
import { useConfig } from '../session/session-context.tsx'
import { roleLabels } from './roles.ts'
import { useService } from './service-context.tsx'

/** The first letter of a name in a square. */
export const ServiceMark = ({ name }: { name: string }) => (
  <span
    aria-hidden
    className="grid size-6 shrink-0 place-items-center rounded-md bg-accent-soft font-semibold text-accent text-xs uppercase"
  >
    {[...visibleText(name)][0]}
  </span>
)

/** Shows the service, and changes to another one. */
export function ServiceSwitcher({ services }: { services: Me['services'] }) {
  const service = useService()
  const { selfService } = useConfig()
  const navigate = useNavigate()
  const trigger = (
    <button
      type="button"
      aria-label={`Service: ${service.name}. Switch service`}
      className="flex w-full min-w-0 items-center gap-2 rounded-md px-2 py-1.5 text-left hover:bg-hover"
    >
      <ServiceMark name={service.name} />
      <span className="min-w-0 flex-1 truncate font-medium text-ui">{inOrder(service.name)}</span>
      <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-faint" />
    </button>
  )
  return (
    <Menu trigger={trigger} align="start" className="w-60">
      <MenuLabel>Services</MenuLabel>
      {services.map(({ id, name, role }) => (
        <MenuItem
          key={id}
          onSelect={() => void navigate({ to: '/services/$serviceId', params: { serviceId: id } })}
          end={
            <span className="flex items-center gap-2 text-faint text-xs">
              {roleLabels[role]}
              {id === service.id && <Check aria-label="shown now" />}
            </span>
          }
        >
          {inOrder(name)}
        </MenuItem>
      ))}
      <MenuSeparator />
      <InvitationsItem />
      {selfService && (
        <MenuItem icon={Plus} onSelect={() => void navigate({ to: '/services' })}>
          New service
        </MenuItem>
      )}
    </Menu>
  )
}

/** Leads to the open invitations, and counts them once the menu is open. */
function InvitationsItem() {
  const trpc = useTRPC()
  const navigate = useNavigate()
  const { data } = useQuery(trpc.dashboard.listInvitations.queryOptions({}))
  const count = data?.data.length ?? 0
  return (
    <MenuItem onSelect={() => void navigate({ to: '/services' })}>
      {count > 0 ? `Invitations (${count})` : 'Invitations'}
    </MenuItem>
  )
}
