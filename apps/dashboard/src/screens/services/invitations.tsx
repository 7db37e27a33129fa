import type { Invitation } from '@inlet/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { toCallError } from '../../api/call-error.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { AddressText } from '../../design/address-text.tsx'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { ConfirmDialog } from '../../design/confirm-dialog.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { ErrorState } from '../../design/error-state.tsx'
import { InlineError } from '../../design/inline-error.tsx'
import { SkeletonCard } from '../../design/skeleton.tsx'
import { toast } from '../../design/toast.ts'
import { inOrder } from '../../design/visible-text.ts'
import { roleLabels } from '../../shell/roles.ts'
import { ServiceMark } from '../../shell/service-switcher.tsx'

/** The open invitations of the user, which they accept or decline. */
export function Invitations({ email }: { email: string | null }) {
  const trpc = useTRPC()
  const { data, error, isFetching, refetch } = useQuery(trpc.dashboard.listInvitations.queryOptions({}))
  const [declined, setDeclined] = useState<Invitation | null>(null)
  return (
    <section aria-labelledby="invitations" className="grid grid-cols-1 gap-2">
      <h2 id="invitations" className="font-semibold">
        Invitations
      </h2>
      {!data && error && (
        <div className="rounded-lg border border-line bg-surface">
          <ErrorState
            title="Your invitations could not be loaded"
            error={error}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        </div>
      )}
      {!data && !error && <SkeletonCard className="h-20" />}
      {data?.data.length === 0 && (
        <p className="text-muted text-ui">
          {email === null ? (
            'No open invitations. Your login provider names no e-mail address of yours, so that none can reach you.'
          ) : (
            <>
              No open invitations. An invitation to <AddressText>{email}</AddressText> appears here if your login
              provider has verified the address.
            </>
          )}
        </p>
      )}
      {data && data.data.length > 0 && (
        <ul className="overflow-hidden rounded-lg border border-line bg-surface">
          {data.data.map((invitation) => (
            <li key={invitation.id} className="grid gap-3 border-line border-t px-4 py-3 first:border-t-0">
              <Row invitation={invitation} onDecline={() => setDeclined(invitation)} />
            </li>
          ))}
        </ul>
      )}
      {declined && <DeclineDialog invitation={declined} onClose={() => setDeclined(null)} />}
    </section>
  )
}

function Row({ invitation, onDecline }: { invitation: Invitation; onDecline: () => void }) {
  const { id, service, role, invitedBy, createdAt } = invitation
  const trpc = useTRPC()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const onWithdrawn = useWithdrawn()
  const { mutate, error, isPending } = useMutation(
    trpc.dashboard.acceptInvitation.mutationOptions({
      onError: onWithdrawn,
      onSuccess: async () => {
        await refresh(trpc.dashboard.readMe, trpc.dashboard.listInvitations)
        await navigate({ to: '/services/$serviceId', params: { serviceId: service.id } })
      },
    }),
  )
  return (
    <>
      <div className="flex items-start gap-3">
        <ServiceMark name={service.name} />
        <div className="grid min-w-0 flex-1 gap-0.5">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium text-ui">
            <bdi className="wrap-anywhere line-clamp-2">{inOrder(service.name)}</bdi>
            <Badge>{roleLabels[role]}</Badge>
          </p>
          <p className="text-muted text-xs">
            Invited{' '}
            {invitedBy !== null && (
              <>
                by{' '}
                <bdi>
                  <AddressText>{invitedBy}</AddressText>
                </bdi>
                ,{' '}
              </>
            )}
            <DateTime at={createdAt} />
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2 pl-9">
        <Button
          variant="primary"
          size="small"
          aria-label={`Accept the invitation to ${service.name}`}
          isBusy={isPending}
          onClick={() => mutate({ id })}
        >
          Accept
        </Button>
        <Button size="small" aria-label={`Decline the invitation to ${service.name}`} onClick={onDecline}>
          Decline
        </Button>
      </div>
      <InlineError error={error} />
    </>
  )
}

/** What an answer does that comes too late: the list is read anew, without that invitation. @returns whether it was too late */
function useWithdrawn(): (error: unknown) => boolean {
  const trpc = useTRPC()
  const refresh = useRefresh()
  return (error) => {
    if (toCallError(error).code !== 'NOT_FOUND') return false
    void toast('error', 'This invitation is no longer open')
    void refresh(trpc.dashboard.listInvitations)
    return true
  }
}

function DeclineDialog({ invitation: { id, service }, onClose }: { invitation: Invitation; onClose: () => void }) {
  const trpc = useTRPC()
  const refresh = useRefresh()
  const onWithdrawn = useWithdrawn()
  const { mutate, error, isPending } = useMutation(
    trpc.dashboard.declineInvitation.mutationOptions({
      onError: (failed) => {
        if (onWithdrawn(failed)) onClose()
      },
      onSuccess: () => {
        onClose()
        void toast('success', 'Invitation declined')
        return refresh(trpc.dashboard.listInvitations)
      },
    }),
  )
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Decline invitation"
      loss={
        <>
          You will not join “<bdi>{inOrder(service.name)}</bdi>”. Only an owner can invite you again.
        </>
      }
      name={null}
      submitLabel="Decline"
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate({ id })}
    />
  )
}
