import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'
import { ConfirmDialog } from '../../design/confirm-dialog.tsx'
import { toast } from '../../design/toast.ts'
import { useServiceChanged } from './use-service-changed.ts'

/** Turns the lock off. */
export function UnlockDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const trpc = useTRPC()
  const serviceChanged = useServiceChanged()
  const { mutate, error, isPending } = useMutation(
    trpc.dashboard.changeService.mutationOptions({
      onSuccess: ({ data }) => {
        void serviceChanged(data)
        void toast('success', 'Access lock turned off')
        onClose()
      },
    }),
  )
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Turn off access lock"
      loss="Anyone who knows an address of a domain with an open web inbox can then read its mail without a password."
      name={null}
      submitLabel="Turn off"
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate({ id, accessLock: { enabled: false } })}
    />
  )
}
