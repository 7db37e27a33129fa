import type { Webhook } from '@inlet/contract'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'
import { FormDialog } from '../../design/form-dialog.tsx'
import { ShownSecret } from './shown-secret.tsx'
import { hostOf } from './webhook-health.ts'

/** Gives a webhook a new secret, which is shown once; for a day calls are signed with both. */
export function RotateSecretDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const trpc = useTRPC()
  const { mutate, data, error, isPending } = useMutation(trpc.dashboard.rotateWebhookSecret.mutationOptions())
  if (data) {
    const note = (
      <p className="text-muted text-ui">
        For 24 hours each call is signed with the old secret and with this one. Update the receiver within that time.
      </p>
    )
    return <ShownSecret title="Secret rotated" secret={data.data.secret} note={note} onClose={onClose} />
  }
  return (
    <FormDialog
      size="small"
      title="Rotate secret"
      description={`A new secret for ${hostOf(webhook.url)}, shown once, in the next step.`}
      submitLabel="Rotate secret"
      onClose={onClose}
      isBusy={isPending}
      error={error}
      onSubmit={() => mutate({ id: webhook.id })}
    >
      <p className="text-muted text-ui">
        For 24 hours calls are signed with both secrets, so that none is refused in the meantime. If the old secret has
        leaked, rotate twice: the second rotation ends it at once.
      </p>
    </FormDialog>
  )
}
