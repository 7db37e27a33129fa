import type { Webhook } from '@inlet/contract'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'
import { useRefresh } from '../../api/use-refresh.ts'
import { ConfirmDialog } from '../../design/confirm-dialog.tsx'
import { toast } from '../../design/toast.ts'
import { hostOf } from './webhook-health.ts'

interface DeleteWebhookDialogProps {
  webhook: Webhook
  onClose: () => void
  /** Leaves the page of the webhook. */
  onDeleted: () => Promise<void>
}

/** Deletes a webhook, after its host was typed. */
export function DeleteWebhookDialog({ webhook, onClose, onDeleted }: DeleteWebhookDialogProps) {
  const trpc = useTRPC()
  const refresh = useRefresh()
  const { mutate, error, isPending } = useMutation(
    trpc.dashboard.deleteWebhook.mutationOptions({
      onSuccess: async () => {
        // First the page is left: what it shows is 404 from now on.
        await onDeleted()
        void toast('success', 'Webhook deleted')
        await refresh(trpc.dashboard.listWebhooks)
      },
    }),
  )
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete webhook"
      loss="Its secret and its delivery log are deleted, and waiting deliveries are never sent. To pause it, disable it instead."
      name={hostOf(webhook.url)}
      submitLabel="Delete webhook"
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate({ id: webhook.id })}
    />
  )
}
