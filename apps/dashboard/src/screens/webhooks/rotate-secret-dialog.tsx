import type { Webhook } from '@inlet/contract'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'
import { Button } from '../../design/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx'
import { InlineError } from '../../design/inline-error.tsx'
import { ShownSecret } from './shown-secret.tsx'
import { hostOf } from './webhook-health.ts'

/** Gives a webhook another secret, which is shown once; for a day calls are signed with both. */
export function RotateSecretDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const trpc = useTRPC()
  const { mutate, data, error, isPending } = useMutation(trpc.dashboard.rotateWebhookSecret.mutationOptions())
  if (data) {
    const note = (
      <p className="text-muted text-ui">
        For 24 hours each call has two signatures, by the old secret and by this one: change the receiver over within
        that time.
      </p>
    )
    return <ShownSecret title="Secret rotated" secret={data.data.secret} note={note} onClose={onClose} />
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="small"
      title="Rotate the secret"
      description={`A new secret for ${hostOf(webhook.url)}, shown once in the next step.`}
    >
      <DialogBody>
        <p className="text-muted text-ui">
          For 24 hours calls are signed with both secrets, so that nothing is refused meanwhile. If the old one has
          leaked, rotate twice: the second rotation ends it at once.
        </p>
        <InlineError error={error} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" isBusy={isPending} onClick={() => mutate({ id: webhook.id })}>
          Rotate secret
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
