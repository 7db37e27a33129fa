import { useMutation, useQuery } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'
import { AddressText } from '../../design/address-text.tsx'
import { ConfirmDialog } from '../../design/confirm-dialog.tsx'
import { toast } from '../../design/toast.ts'
import { useService } from '../../shell/service-context.tsx'

interface ClearDialogProps {
  address: string
  onClose: () => void
  onCleared: () => void
}

/** Deletes all messages of an inbox, after its address was typed. */
export function ClearDialog({ address, onClose, onCleared }: ClearDialogProps) {
  const { id } = useService()
  const trpc = useTRPC()
  const [q, hostname] = address.split('@')
  const { data } = useQuery(
    trpc.integrator.listAddresses.queryOptions(
      { id, limit: 100, ...(q && { q }), ...(hostname && { hostname }) },
      { staleTime: 0 },
    ),
  )
  const count = data?.data.find(({ fullAddress }) => fullAddress === address)?.messageCount
  const { mutate, error, isPending } = useMutation(
    trpc.dashboard.clearInbox.mutationOptions({
      onSuccess: () => {
        onCleared()
        void toast('success', 'All messages deleted')
        onClose()
      },
    }),
  )
  const what = count === undefined ? 'All messages' : count === 1 ? 'One message' : `${count} messages`
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Clear inbox"
      loss={
        <>
          {what} of <AddressText>{address}</AddressText> {count === 1 ? 'is' : 'are'} gone for everybody at once, and
          this cannot be undone. The address remains, and so does mail that comes later.
        </>
      }
      name={address}
      submitLabel="Delete all messages"
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate({ address })}
    />
  )
}
