import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTRPC } from '../../api/api-context.tsx'
import { ConfirmDialog } from '../../design/confirm-dialog.tsx'
import { toast } from '../../design/toast.ts'
import { useService } from '../../shell/service-context.tsx'
import { lossWords } from './loss-words.ts'

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
        void toast('success', `“${name}” is deleted`)
      },
    }),
  )
  const lost = billing.data ? lossWords(billing.data.data.usage) : 'Everything that it owns'
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Delete service"
      loss={`This ends: ${lost}. Within a second mail to its domains is refused and its keys stop working; the messages are erased in the minutes after. Nobody can undo this.`}
      name={name}
      act={isPending ? 'Deleting…' : 'Delete service'}
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate({ id, confirm: name })}
    />
  )
}
