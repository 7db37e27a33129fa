import type { WebhookWithSecret } from '@inlet/contract'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { useRefresh } from '../../api/use-refresh.ts'
import { ContractFormDialog } from '../../forms/contract-form-dialog.tsx'
import { useService } from '../../shell/service-context.tsx'
import { ShownSecret } from './shown-secret.tsx'
import { WebhookFields, webhookForm } from './webhook-fields.tsx'

/** The form of a new webhook, and then its secret, which is shown only this once. */
export function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const { id } = useService()
  const { dashboard } = useTRPC()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const create = useMutation(dashboard.createWebhook.mutationOptions())
  const [created, setCreated] = useState<WebhookWithSecret | null>(null)
  if (created) {
    const show = () =>
      void navigate({
        to: '/services/$serviceId/webhooks/$webhookId',
        params: { serviceId: id, webhookId: created.id },
      })
    return <ShownSecret title="Webhook created" secret={created.secret} onClose={show} />
  }
  return (
    <ContractFormDialog
      title="Create webhook"
      description="It is enabled at once. Its secret is shown in the next step."
      submitLabel="Create webhook"
      onClose={onClose}
      schema={webhookForm}
      defaults={{ url: '', events: ['message.received'], filterOtpOnly: false, description: '' }}
      draft={`webhook.${id}`}
      onSubmit={async ({ description, ...values }) => {
        const { data } = await create.mutateAsync({ id, ...values, ...(description && { description }) })
        void refresh(dashboard.listWebhooks)
        setCreated(data)
      }}
    >
      {(form) => <WebhookFields form={form} />}
    </ContractFormDialog>
  )
}
