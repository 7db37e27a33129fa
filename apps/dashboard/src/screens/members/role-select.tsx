import { type Member, type Role, roles } from '@inlet/contract'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'
import { errorText } from '../../api/call-error.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { Select } from '../../design/select.tsx'
import { toast } from '../../design/toast.ts'
import { roleChoices } from '../../shell/roles.ts'
import { useService } from '../../shell/service-context.tsx'
import { memberName } from './member-name.ts'

const isRole = (text: string): text is Role => roles.some((each) => each === text)

/** Changes a role at once; a role that the server refuses goes back. */
export function RoleSelect({ member }: { member: Member }) {
  const { id } = useService()
  const { dashboard } = useTRPC()
  const refresh = useRefresh()
  const { mutate, variables, isPending } = useMutation(
    dashboard.changeMember.mutationOptions({
      onSuccess: () => void toast('success', 'Role changed'),
      onError: (error) => void toast('error', errorText(error)),
      onSettled: () => refresh(dashboard.listMembers, dashboard.readMe),
    }),
  )
  return (
    <Select
      aria-label={`Role of ${memberName(member)}`}
      className="w-28"
      value={isPending ? variables.role : member.role}
      options={roleChoices}
      onChange={({ target: { value } }) => {
        if (isRole(value)) mutate({ id, userId: member.userId ?? member.id, role: value })
      }}
    />
  )
}
