import type { Member } from '@inlet/contract'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTRPC } from '../../api/api-context.tsx'
import { useRefresh } from '../../api/use-refresh.ts'
import { ConfirmDialog } from '../../design/confirm-dialog.tsx'
import { toast } from '../../design/toast.ts'
import { inOrder } from '../../design/visible-text.ts'
import { useService } from '../../shell/service-context.tsx'
import { memberName } from './member-name.ts'

/** Removes a member, withdraws an invitation, or leaves the service. */
export function RemoveMemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const service = useService()
  const trpc = useTRPC()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const isMe = member.userId === service.me.id
  const isInvited = member.userId === null
  const { mutate, error, isPending } = useMutation(
    trpc.dashboard.removeMember.mutationOptions({
      onSuccess: async () => {
        onClose()
        if (!isMe) {
          void toast('success', isInvited ? 'Invitation withdrawn' : 'Member removed')
          return refresh(trpc.dashboard.listMembers)
        }
        await navigate({ to: '/services' })
        return refresh(trpc.dashboard.readMe)
      },
    }),
  )
  const { title, loss, submitLabel } = texts({ member, isMe, serviceName: service.name })
  return (
    <ConfirmDialog
      onClose={onClose}
      title={title}
      loss={loss}
      name={isMe ? service.name : isInvited ? null : (member.email ?? member.name)}
      submitLabel={submitLabel}
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate({ id: service.id, userId: member.userId ?? member.id })}
    />
  )
}

function texts({ member, isMe, serviceName }: { member: Member; isMe: boolean; serviceName: string }) {
  const name = <bdi>{memberName(member)}</bdi>
  if (isMe) {
    return {
      title: 'Leave service',
      loss: (
        <>
          You lose access to “<bdi>{inOrder(serviceName)}</bdi>” at once. Only an owner can invite you again.
        </>
      ),
      submitLabel: 'Leave',
    }
  }
  if (member.userId === null) {
    return {
      title: 'Withdraw invitation',
      loss: <>{name} can no longer join this service.</>,
      submitLabel: 'Withdraw',
    }
  }
  return {
    title: 'Remove member',
    loss: (
      <>
        {name} loses access to this service within a second. What they have made stays, and so do the API keys that they
        know.
      </>
    ),
    submitLabel: 'Remove',
  }
}
