import type { ApiKey } from '@inlet/contract'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'
import { useRefresh } from '../../api/use-refresh.ts'
import { ConfirmDialog } from '../../design/confirm-dialog.tsx'
import { toast } from '../../design/toast.ts'
import { inOrder } from '../../design/visible-text.ts'

/** Revokes a key, after its name was typed. */
export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const trpc = useTRPC()
  const refresh = useRefresh()
  const { mutate, error, isPending } = useMutation(
    trpc.dashboard.revokeApiKey.mutationOptions({
      onSuccess: () => {
        void refresh(trpc.dashboard.listApiKeys)
        void toast('success', 'API key revoked')
        onClose()
      },
    }),
  )
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Revoke API key"
      loss={
        <>
          Programs that use “<bdi>{inOrder(apiKey.name)}</bdi>” are refused within a second. This cannot be undone; to
          change over without a gap, rotate it instead.
        </>
      }
      name={apiKey.name}
      submitLabel="Revoke key"
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate({ id: apiKey.id })}
    />
  )
}
