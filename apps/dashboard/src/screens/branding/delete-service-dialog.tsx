import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTRPC } from '../../api/api-context.tsx'
import { ConfirmDialog } from '../../design/confirm-dialog.tsx'
import { toast } from '../../design/toast.ts'
import { useService } from '../../shell/service-context.tsx'
import { formatUsage } from './format-usage.ts'

/** Deletes the service, after its name was typed, and leads to the others. */
export function DeleteServiceDialog({ onClose }: { onClose: () => void }) {
  const { id, name } = useService()
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const billing = useQuery(trpc.dashboard.readBilling.queryOptions({ id }, { staleTime: 0 }))
  const { mutate, error, isPending } = useMutation(
    trpc.dashboard.deleteService.mutationOptions({
      onSuccess: async () => {
        // First away from it: its screens would ask for what is gone. There is nothing to save in it any more.
        await navigate({ to: '/services', ignoreBlocker: true })
        await queryClient.invalidateQueries({ queryKey: trpc.dashboard.readMe.pathKey() })
        void toast('success', `“${name}” deleted`)
      },
    }),
  )
  const lost = billing.data ? formatUsage(billing.data.data.usage) : 'everything that it owns'
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete service"
      loss={`This deletes ${lost}. Within a second, mail to its domains is refused and its API keys stop working. The messages are erased within minutes. This cannot be undone.`}
      name={name}
      submitLabel={isPending ? 'Deleting…' : 'Delete service'}
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate({ id, confirm: name })}
    />
  )
}
