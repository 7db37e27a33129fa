import type { Webhook } from '@inlet/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'
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
  const queryClient = useQueryClient()
  const { mutate, error, isPending } = useMutation(
    trpc.dashboard.deleteWebhook.mutationOptions({
      onSuccess: async () => {
        // First the page is left: what it shows is 404 from now on.
        await onDeleted()
        void toast('success', 'The webhook is deleted')
        await queryClient.invalidateQueries({ queryKey: trpc.dashboard.listWebhooks.pathKey() })
      },
    }),
  )
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Delete webhook"
      loss="Its secret and its log of deliveries are lost, and what still waits to be sent is never sent. To stop it for a while, disable it instead."
      name={hostOf(webhook.url)}
      act="Delete webhook"
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate({ id: webhook.id })}
    />
  )
}
