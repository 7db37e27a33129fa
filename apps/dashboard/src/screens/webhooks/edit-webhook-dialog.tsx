import type { Webhook } from '@inlet/contract'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'
import { useRefresh } from '../../api/use-refresh.ts'
import { toast } from '../../design/toast.ts'
import { ContractFormDialog } from '../../forms/contract-form-dialog.tsx'
import { WebhookFields, webhookForm } from './webhook-fields.tsx'

/** The form that changes a webhook. */
export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { id, url, events, filterOtpOnly } = webhook
  const { dashboard } = useTRPC()
  const refresh = useRefresh()
  const change = useMutation(dashboard.changeWebhook.mutationOptions())
  return (
    <ContractFormDialog
      title="Edit webhook"
      description="The secret stays the same. A new URL also applies to deliveries that are waiting or being retried."
      submitLabel="Save"
      onClose={onClose}
      schema={webhookForm}
      defaults={{ url, events, filterOtpOnly, description: webhook.description ?? '' }}
      draft={`webhook.${id}`}
      onSubmit={async ({ description, ...values }) => {
        await change.mutateAsync({ id, ...values, description: description || null })
        void refresh(dashboard.listWebhooks, dashboard.readWebhook)
        void toast('success', 'Webhook saved')
        onClose()
      }}
    >
      {(form) => <WebhookFields form={form} />}
    </ContractFormDialog>
  )
}
