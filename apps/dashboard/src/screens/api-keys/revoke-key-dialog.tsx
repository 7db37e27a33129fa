import type { ApiKey } from '@inlet/contract'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'
import { ConfirmDialog } from '../../design/confirm-dialog.tsx'
import { toast } from '../../design/toast.ts'
import { inOrder } from '../../design/visible-text.ts'
import { useKeysChanged } from './use-keys-changed.ts'

/** Revokes a key, after its name was typed. */
export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const trpc = useTRPC()
  const keysChanged = useKeysChanged()
  const { mutate, error, isPending } = useMutation(
    trpc.dashboard.revokeApiKey.mutationOptions({
      onSuccess: () => {
        void keysChanged()
        void toast('success', 'The key is revoked')
        onClose()
      },
    }),
  )
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Revoke API key"
      loss={
        <>
          Programs that use “<bdi>{inOrder(apiKey.name)}</bdi>” are refused within a second. This cannot be undone; to
          change over without a gap, rotate it instead.
        </>
      }
      name={apiKey.name}
      act="Revoke key"
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate({ id: apiKey.id })}
    />
  )
}
