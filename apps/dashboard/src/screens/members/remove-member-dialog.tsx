import type { Member } from '@inlet/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTRPC } from '../../api/api-context.tsx'
import { ConfirmDialog } from '../../design/confirm-dialog.tsx'
import { toast } from '../../design/toast.ts'
import { inOrder } from '../../design/visible-text.ts'
import { useService } from '../../shell/service-context.tsx'
import { nameOf } from './member-row.tsx'

/** Removes a member, withdraws an invitation, or leaves the service. */
export function RemoveMemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const service = useService()
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const isMe = member.userId === service.me.id
  const isInvited = member.userId === null
  const { mutate, error, isPending } = useMutation(
    trpc.dashboard.removeMember.mutationOptions({
      onSuccess: async () => {
        onClose()
        if (!isMe) {
          void toast('success', isInvited ? 'The invitation is withdrawn' : 'The member is removed')
          return queryClient.invalidateQueries({ queryKey: trpc.dashboard.listMembers.pathKey() })
        }
        await navigate({ to: '/services' })
        return queryClient.invalidateQueries({ queryKey: trpc.dashboard.readMe.queryKey() })
      },
    }),
  )
  const { title, loss, act } = texts({ member, isMe, serviceName: service.name })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={title}
      loss={loss}
      name={isMe ? service.name : isInvited ? null : (member.email ?? member.name)}
      act={act}
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate({ id: service.id, userId: member.userId ?? member.id })}
    />
  )
}

function texts({ member, isMe, serviceName }: { member: Member; isMe: boolean; serviceName: string }) {
  const name = <bdi>{nameOf(member)}</bdi>
  if (isMe) {
    return {
      title: 'Leave the service',
      loss: (
        <>
          You lose access to “<bdi>{inOrder(serviceName)}</bdi>” at once. Only an owner can invite you again.
        </>
      ),
      act: 'Leave',
    }
  }
  if (member.userId === null) {
    return { title: 'Withdraw the invitation', loss: <>{name} can no longer join this service.</>, act: 'Withdraw' }
  }
  return {
    title: 'Remove the member',
    loss: (
      <>
        {name} loses access to this service within a second. What they have made stays, and so do the API keys that they
        know.
      </>
    ),
    act: 'Remove',
  }
}
