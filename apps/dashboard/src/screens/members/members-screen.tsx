import type { Member } from '@inlet/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { LogOut, UserPlus, Users, UserX } from 'lucide-react'
import { useState } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { AddressText } from '../../design/address-text.tsx'
import { Badge } from '../../design/badge.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { lazily } from '../../design/lazily.tsx'
import type { Column } from '../../design/list.tsx'
import { MenuItem, RowMenu } from '../../design/menu.tsx'
import { ListScreen } from '../../shell/list-screen.tsx'
import { roleLabels } from '../../shell/roles.ts'
import { useRefusal, useService } from '../../shell/service-context.tsx'
import { memberName } from './member-name.ts'
import { RoleSelect } from './role-select.tsx'
import type { membersSearch } from './search.ts'

const InviteDialog = lazily(() => import('./invite-dialog.tsx'), 'InviteDialog')
const RemoveMemberDialog = lazily(() => import('./remove-member-dialog.tsx'), 'RemoveMemberDialog')

const route = getRouteApi('/services/$serviceId/members')

/** The members of the service, and the people who are invited. */
export function MembersScreen() {
  const { id, me } = useService()
  const trpc = useTRPC()
  const refusal = useRefusal('owner')
  const { cursor, dialog } = route.useSearch()
  const navigate = route.useNavigate()
  const [removed, setRemoved] = useState<Member | null>(null)
  const query = useQuery(trpc.dashboard.listMembers.queryOptions({ id, cursor }, { placeholderData: keepPreviousData }))
  const setSearch = (changed: ReturnType<typeof membersSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...changed }) })

  const columns: Column<Member>[] = [
    {
      name: 'Person',
      className: 'max-w-96 max-sm:w-full sm:min-w-44',
      cell: (member) => <Person member={member} isMe={member.userId === me.id} />,
    },
    {
      name: 'Role',
      cell: (member) => (refusal === null ? <RoleSelect member={member} /> : <Badge>{roleLabels[member.role]}</Badge>),
    },
    { name: 'Since', className: 'text-muted max-md:hidden', cell: ({ createdAt }) => <DateTime at={createdAt} /> },
    {
      name: 'Actions',
      isNameHidden: true,
      className: 'w-px text-right',
      cell: (member) => (
        <RowMenu name={memberName(member)}>
          {member.userId === me.id ? (
            <MenuItem icon={LogOut} isDangerous onSelect={() => setRemoved(member)}>
              Leave service…
            </MenuItem>
          ) : (
            <MenuItem icon={UserX} isDangerous refusal={refusal} onSelect={() => setRemoved(member)}>
              {member.userId === null ? 'Withdraw invitation…' : 'Remove…'}
            </MenuItem>
          )}
        </RowMenu>
      ),
    },
  ]
  return (
    <ListScreen
      title="Members"
      noun="members"
      description="Viewers can see everything and change nothing. Admins can change everything but members and billing. Owners can also manage members and billing, and delete the service."
      create={{ label: 'Invite member', icon: UserPlus, refusal, onOpen: () => setSearch({ dialog: 'invite' }) }}
      query={query}
      columns={columns}
      empty={{ icon: Users, title: 'No members yet', text: 'Invite the people who work with this service.' }}
      cursor={cursor}
      onPage={(next) => setSearch({ cursor: next })}
    >
      {dialog === 'invite' && refusal === null && <InviteDialog onClose={() => setSearch({ dialog: undefined })} />}
      {removed && <RemoveMemberDialog member={removed} onClose={() => setRemoved(null)} />}
    </ListScreen>
  )
}

const Person = ({ member, isMe }: { member: Member; isMe: boolean }) => (
  <>
    <span className="flex flex-wrap items-center gap-2">
      <bdi className="line-clamp-2 font-medium">
        <AddressText>{memberName(member)}</AddressText>
      </bdi>
      {isMe && <Badge tone="accent">You</Badge>}
      {member.userId === null && <Badge tone="warn">Invited</Badge>}
    </span>
    {member.name !== null && member.email !== null && (
      <span className="block text-faint text-xs">
        <AddressText>{member.email}</AddressText>
      </span>
    )}
  </>
)
