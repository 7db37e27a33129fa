import type { AddressListItem } from '@inlet/contract'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'
import { useRefresh } from '../../api/use-refresh.ts'
import { ConfirmDialog } from '../../design/confirm-dialog.tsx'
import { toast } from '../../design/toast.ts'

interface DeleteAddressDialogProps {
  address: AddressListItem
  onClose: () => void
}

/** Deletes an address with its messages, after it was typed; one without messages without that. */
export function DeleteAddressDialog({ address, onClose }: DeleteAddressDialogProps) {
  const { id, fullAddress, messageCount } = address
  const trpc = useTRPC()
  const refresh = useRefresh()
  const { mutate, error, isPending } = useMutation(
    trpc.dashboard.deleteAddress.mutationOptions({
      onSuccess: () => {
        void refresh(trpc.integrator.listAddresses)
        void toast('success', 'Address deleted')
        onClose()
      },
    }),
  )
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete address"
      loss={
        <>
          {lossOf(messageCount)} Mail to <span className="font-medium">{fullAddress}</span> is refused from then on.
          This cannot be undone.
        </>
      }
      name={messageCount === 0 ? null : fullAddress}
      submitLabel="Delete address"
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate({ id })}
    />
  )
}

function lossOf(messageCount: number): string {
  if (messageCount === 0) return 'It has no messages.'
  if (messageCount === 1) return 'Its one message is deleted at once.'
  return `Its ${messageCount.toLocaleString('en')} messages are deleted at once.`
}
