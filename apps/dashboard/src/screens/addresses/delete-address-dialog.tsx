import type { AddressListItem } from '@inlet/contract'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'
import { ConfirmDialog } from '../../design/confirm-dialog.tsx'
import { toast } from '../../design/toast.ts'
import { useAddressesChanged } from './use-addresses-changed.ts'

interface DeleteAddressDialogProps {
  address: AddressListItem
  onClose: () => void
}

/** Deletes an address with its messages, after it was typed; one without messages without that. */
export function DeleteAddressDialog({ address, onClose }: DeleteAddressDialogProps) {
  const { id, fullAddress, messageCount } = address
  const trpc = useTRPC()
  const addressesChanged = useAddressesChanged()
  const { mutate, error, isPending } = useMutation(
    trpc.dashboard.deleteAddress.mutationOptions({
      onSuccess: () => {
        void addressesChanged()
        void toast('success', 'The address is deleted')
        onClose()
      },
    }),
  )
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Delete address"
      loss={
        <>
          {lossOf(messageCount)} Mail to <span className="font-medium">{fullAddress}</span> is refused from then on.
          This cannot be undone.
        </>
      }
      name={messageCount === 0 ? null : fullAddress}
      act="Delete address"
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate({ id })}
    />
  )
}

function lossOf(messageCount: number): string {
  if (messageCount === 0) return 'It has no messages.'
  if (messageCount === 1) return 'Its one message is gone at once.'
  return `Its ${messageCount.toLocaleString('en')} messages are gone at once.`
}
