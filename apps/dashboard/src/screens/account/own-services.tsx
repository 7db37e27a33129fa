import type { Me } from '@inlet/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { Badge } from '../../design/badge.tsx'
import { Button, buttonClasses } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { ConfirmDialog } from '../../design/confirm-dialog.tsx'
import { toast } from '../../design/toast.ts'
import { inOrder } from '../../design/visible-text.ts'
import { roleLabels } from '../../shell/roles.ts'
import { ServiceMark } from '../../shell/service-switcher.tsx'

type Membership = Me['services'][number]

/** The services of the user with their role, and the way out of each. */
export function OwnServices({ me }: { me: Me }) {
  const [left, setLeft] = useState<Membership | null>(null)
  return (
    <Card
      title="Your services"
      description="Open invitations are listed under “All services”."
      action={
        <Link to="/services" className={buttonClasses()}>
          All services
        </Link>
      }
    >
      {me.services.length === 0 ? (
        <p className="text-muted text-ui">
          You are not a member of any service yet. Under “All services” are your open invitations.
        </p>
      ) : (
        <ul className="-my-2 grid grid-cols-1">
          {me.services.map((service) => (
            <li key={service.id} className="flex items-center gap-3 border-line border-t py-2 first:border-t-0">
              <ServiceMark name={service.name} />
              <Link
                to="/services/$serviceId"
                params={{ serviceId: service.id }}
                dir="auto"
                className="min-w-0 flex-1 truncate rounded font-medium text-ui hover:underline"
              >
                {inOrder(service.name)}
              </Link>
              <Badge>{roleLabels[service.role]}</Badge>
              <Button size="small" aria-label={`Leave ${service.name}`} onClick={() => setLeft(service)}>
                Leave
              </Button>
            </li>
          ))}
        </ul>
      )}
      {left && <LeaveDialog service={left} userId={me.id} onClose={() => setLeft(null)} />}
    </Card>
  )
}

function LeaveDialog({ service, userId, onClose }: { service: Membership; userId: string; onClose: () => void }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const { mutate, error, isPending } = useMutation(
    trpc.dashboard.removeMember.mutationOptions({
      onSuccess: async () => {
        onClose()
        void toast('success', 'You left the service')
        await queryClient.invalidateQueries({ queryKey: trpc.dashboard.readMe.queryKey() })
      },
    }),
  )
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Leave service"
      loss={
        <>
          You lose access to “<bdi>{inOrder(service.name)}</bdi>” at once. Only an owner can invite you again.
        </>
      }
      name={service.name}
      submitLabel="Leave"
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate({ id: service.id, userId })}
    />
  )
}
