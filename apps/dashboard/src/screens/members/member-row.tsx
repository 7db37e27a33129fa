import { type Member, type Role, roles } from '@inlet/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LogOut, MoreHorizontal, UserX } from 'lucide-react'
import { useTRPC } from '../../api/api-context.tsx'
import { faultOf, faultWords } from '../../api/fault.ts'
import { AddressText } from '../../design/address-text.tsx'
import { Badge } from '../../design/badge.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { IconButton } from '../../design/icon-button.tsx'
import { Menu, MenuItem } from '../../design/menu.tsx'
import { Select } from '../../design/select.tsx'
import { Cell, Row } from '../../design/table.tsx'
import { toast } from '../../design/toast.ts'
import { inOrder } from '../../design/visible-text.ts'
import { roleWords } from '../../shell/role-words.ts'
import { useService } from '../../shell/service-context.tsx'
import { roleChoices } from './role-choices.ts'

interface MemberRowProps {
  member: Member
  refusal: string | null
  onRemove: () => void
}

/** What to call a member. */
export const nameOf = ({ name, email }: Member) => inOrder(name ?? email ?? 'A person without a name')

/** A member, or an invitation that nobody has accepted yet. */
export function MemberRow({ member, refusal, onRemove }: MemberRowProps) {
  const { me } = useService()
  const isMe = member.userId === me.id
  const isInvited = member.userId === null
  const name = nameOf(member)
  return (
    <Row>
      <Cell isHead className="max-w-96 max-sm:w-full sm:min-w-44">
        <span className="flex flex-wrap items-center gap-2">
          <bdi className="line-clamp-2 font-medium">
            <AddressText>{name}</AddressText>
          </bdi>
          {isMe && <Badge tone="accent">You</Badge>}
          {isInvited && <Badge tone="warn">Invited</Badge>}
        </span>
        {member.name !== null && member.email !== null && (
          <span className="block text-faint text-xs">
            <AddressText>{member.email}</AddressText>
          </span>
        )}
      </Cell>
      <Cell>{refusal === null ? <RoleSelect member={member} /> : <Badge>{roleWords[member.role]}</Badge>}</Cell>
      <Cell className="text-muted max-md:hidden">
        <DateTime at={member.createdAt} />
      </Cell>
      <Cell className="w-px text-right">
        <Menu trigger={<IconButton label={`Actions for ${name}`} icon={<MoreHorizontal aria-hidden />} />}>
          {isMe ? (
            <MenuItem icon={LogOut} isDangerous onSelect={onRemove}>
              Leave the service…
            </MenuItem>
          ) : (
            <MenuItem icon={UserX} isDangerous refusal={refusal} onSelect={onRemove}>
              {isInvited ? 'Withdraw the invitation…' : 'Remove…'}
            </MenuItem>
          )}
        </Menu>
      </Cell>
    </Row>
  )
}

const isRole = (text: string): text is Role => roles.some((each) => each === text)

/** Changes the role at once; what the server refuses goes back. */
function RoleSelect({ member }: { member: Member }) {
  const { id } = useService()
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const { mutate, variables, isPending } = useMutation(
    trpc.dashboard.changeMember.mutationOptions({
      onSuccess: () => void toast('success', 'The role is changed'),
      onError: (error) => void toast('error', faultWords(faultOf(error))),
      onSettled: () =>
        Promise.all([
          queryClient.invalidateQueries({ queryKey: trpc.dashboard.listMembers.pathKey() }),
          queryClient.invalidateQueries({ queryKey: trpc.dashboard.readMe.queryKey() }),
        ]),
    }),
  )
  const shown = isPending ? variables.role : member.role
  return (
    <Select
      aria-label={`Role of ${nameOf(member)}`}
      className="w-28"
      value={shown}
      options={roleChoices}
      onChange={({ target: { value } }) => {
        if (isRole(value)) mutate({ id, userId: member.userId ?? member.id, role: value })
      }}
    />
  )
}
