import type { Webhook } from '@inlet/contract'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { Button } from '../../design/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx'
import { InlineError } from '../../design/inline-error.tsx'
import { toast } from '../../design/toast.ts'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { useWebhooksChanged } from './use-webhooks-changed.ts'
import { WebhookFields } from './webhook-fields.tsx'
import { webhookForm } from './webhook-form.ts'

/** The form that changes a webhook. */
export const EditWebhookDialog = ({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) => (
  <Dialog
    isOpen
    onClose={onClose}
    title="Edit webhook"
    description="The secret stays. A new URL counts for what waits and is tried again, too."
  >
    <EditWebhookForm webhook={webhook} onClose={onClose} />
  </Dialog>
)

function EditWebhookForm({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { id, url, events, filterOtpOnly } = webhook
  const trpc = useTRPC()
  const webhooksChanged = useWebhooksChanged()
  const change = useMutation(trpc.dashboard.changeWebhook.mutationOptions())
  const formId = useId()
  const { form, submit, error, isBusy } = useContractForm({
    schema: webhookForm,
    defaults: { url, events, filterOtpOnly, description: webhook.description ?? '' },
    draft: `webhook.${id}`,
    act: async ({ description, ...values }) => {
      await change.mutateAsync({ id, ...values, description: description || null })
      void webhooksChanged()
      void toast('success', 'The webhook is changed')
      onClose()
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
          Save
        </Button>
      </DialogFooter>
    </>
  )
}
