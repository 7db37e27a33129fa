import { dayMs, type Webhook } from '@inlet/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { Button } from '../../design/button.tsx'
import { ChoiceGroup } from '../../design/choice-group.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx'
import { Field } from '../../design/field.tsx'
import { InlineError } from '../../design/inline-error.tsx'
import { Input } from '../../design/input.tsx'
import { fullTime } from '../../design/time-words.ts'
import { toast } from '../../design/toast.ts'
import { localMinute, type Since, sinceChoices, sinceTime } from './recover-since.ts'
import { useDeliveriesChanged } from './use-webhooks-changed.ts'

interface RecoverDialogProps {
  webhook: Webhook
  onClose: () => void
}

/** Sends again what has failed since a time. */
export function RecoverDialog({ webhook, onClose }: RecoverDialogProps) {
  const { failingSince } = webhook
  const trpc = useTRPC()
  const deliveriesChanged = useDeliveriesChanged()
  const [since, setSince] = useState<Since>(failingSince === null ? 'day' : 'failing')
  const [typed, setTyped] = useState(() => localMinute(new Date(Date.now() - dayMs)))
  const [fault, setFault] = useState<string | undefined>(undefined)
  const formId = useId()
  const { mutate, error, isPending } = useMutation(
    trpc.dashboard.recoverWebhook.mutationOptions({
      onSuccess: ({ data: { requeued } }) => {
        void deliveriesChanged()
        void toast('success', requeuedWords(requeued))
        onClose()
      },
    }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const time = sinceTime(since, { now: new Date(), failingSince, typed })
    setFault(time === null ? 'Choose a day and a time' : undefined)
    if (time !== null && !isPending) mutate({ id: webhook.id, since: time })
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Recover failed deliveries"
      description="Each delivery that has failed since then is sent again, under its own webhook-id and with all retries. Deliveries are kept for 30 days."
    >
      <DialogBody>
        <form id={formId} onSubmit={submit} noValidate className="grid gap-4">
          <ChoiceGroup
            legend="Deliveries that were made"
            value={since}
            onChange={setSince}
            choices={sinceChoices(failingSince, fullTime)}
          />
          {since === 'typed' && (
            <Field label="Since" hint="In the time zone of this browser." fault={fault}>
              <Input type="datetime-local" value={typed} onChange={(event) => setTyped(event.target.value)} />
            </Field>
          )}
        </form>
        <InlineError error={error} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" type="submit" form={formId} isBusy={isPending}>
          Recover
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function requeuedWords(count: number): string {
  if (count === 0) return 'Nothing has failed since then'
  return count === 1 ? 'One delivery is sent again' : `${count.toLocaleString('en')} deliveries are sent again`
}
