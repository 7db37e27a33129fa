import type { Member } from '@inlet/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { Button } from '../../design/button.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { lazily } from '../../design/lazily.tsx'
import { Pager } from '../../design/pager.tsx'
import { Table } from '../../design/table.tsx'
import { TableBody } from '../../design/table-body.tsx'
import { useCommands } from '../../shell/commands.tsx'
import { PageHeader } from '../../shell/page-header.tsx'
import { useRefusal, useService } from '../../shell/service-context.tsx'
import { MemberRow } from './member-row.tsx'

const InviteDialog = lazily(() => import('./invite-dialog.tsx'), 'InviteDialog')
const RemoveMemberDialog = lazily(() => import('./remove-member-dialog.tsx'), 'RemoveMemberDialog')

const route = getRouteApi('/services/$serviceId/members')

const columns = [
  { key: 'person', name: 'Person' },
  { key: 'role', name: 'Role' },
  { key: 'since', name: 'Since', className: 'max-md:hidden' },
  { key: 'acts', name: 'Actions', isHidden: true },
]

/** Who may use the service, and who is invited. */
export function MembersScreen() {
  const { id } = useService()
  const trpc = useTRPC()
  const refusal = useRefusal('owner')
  const { cursor, dialog } = route.useSearch()
  const navigate = route.useNavigate()
  const [removed, setRemoved] = useState<Member | null>(null)
  const query = useQuery(
    trpc.dashboard.listMembers.queryOptions({ id, ...(cursor && { cursor }) }, { placeholderData: keepPreviousData }),
  )
  const openInvite = () => void navigate({ search: (now) => ({ ...now, dialog: 'invite' }) })
  const closeInvite = () => void navigate({ search: (now) => ({ ...now, dialog: undefined }) })
  useCommands(refusal === null ? [{ name: 'Invite a person', group: 'This page', keys: 'c', run: openInvite }] : [])

  const invite = (
    <Button look="primary" refusal={refusal} onClick={openInvite}>
      <UserPlus aria-hidden />
      Invite
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Members"
        description="Viewers see everything but change nothing. Admins change what the service has. Owners also decide about members, billing and the end of the service."
        actions={invite}
      />
      <Table label="Members" columns={columns}>
        <TableBody
          query={query}
          columns={columns}
          errorTitle="The members could not be loaded"
          empty={
            <EmptyState icon={Users} title="Nobody is on this page" action={invite}>
              Invite the people who work with this service.
            </EmptyState>
          }
        >
          {(member) => (
            <MemberRow key={member.id} member={member} refusal={refusal} onRemove={() => setRemoved(member)} />
          )}
        </TableBody>
      </Table>
      <Pager
        cursor={cursor}
        meta={query.data?.meta}
        onChange={(next) => void navigate({ search: (now) => ({ ...now, cursor: next }) })}
      />
      {dialog === 'invite' && refusal === null && <InviteDialog onClose={closeInvite} />}
      {removed && <RemoveMemberDialog member={removed} onClose={() => setRemoved(null)} />}
    </>
  )
}
