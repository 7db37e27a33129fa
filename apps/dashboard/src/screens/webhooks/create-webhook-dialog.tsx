import type { WebhookWithSecret } from '@inlet/contract'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { Button } from '../../design/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx'
import { InlineError } from '../../design/inline-error.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { useService } from '../../shell/service-context.tsx'
import { ShownSecret } from './shown-secret.tsx'
import { useWebhooksChanged } from './use-webhooks-changed.ts'
import { WebhookFields } from './webhook-fields.tsx'
import { webhookForm } from './webhook-form.ts'

/** The form of a new webhook, and then its secret, which is shown this once. */
export function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const { id: serviceId } = useService()
  const navigate = useNavigate()
  const [created, setCreated] = useState<WebhookWithSecret | null>(null)
  if (created) {
    const show = () =>
      void navigate({
        to: '/services/$serviceId/webhooks/$webhookId',
        params: { serviceId, webhookId: created.id },
      })
    return <ShownSecret title="Webhook created" secret={created.secret} onClose={show} />
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Create webhook"
      description="It is enabled at once. Its secret is shown in the next step."
    >
      <CreateWebhookForm onClose={onClose} onCreated={setCreated} />
    </Dialog>
  )
}

interface CreateWebhookFormProps {
  onClose: () => void
  onCreated: (webhook: WebhookWithSecret) => void
}

function CreateWebhookForm({ onClose, onCreated }: CreateWebhookFormProps) {
  const { id } = useService()
  const trpc = useTRPC()
  const webhooksChanged = useWebhooksChanged()
  const create = useMutation(trpc.dashboard.createWebhook.mutationOptions())
  const formId = useId()
  const { form, submit, error, isBusy } = useContractForm({
    schema: webhookForm,
    defaults: { url: '', events: ['message.received'], filterOtpOnly: false, description: '' },
    draft: `webhook.${id}`,
    act: async ({ description, ...values }) => {
      const { data } = await create.mutateAsync({ id, ...values, ...(description && { description }) })
      void webhooksChanged()
      onCreated(data)
    },
  })
  return (
    <>
      <DialogBody>
        <form id={formId} onSubmit={submit} noValidate className="grid gap-5">
          <WebhookFields form={form} />
        </form>
        <InlineError error={error} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" type="submit" form={formId} isBusy={isBusy}>
          Create webhook
        </Button>
      </DialogFooter>
    </>
  )
}
