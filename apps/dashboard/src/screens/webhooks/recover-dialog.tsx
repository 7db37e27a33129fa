import { dayMs, type Webhook } from '@inlet/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { useRefresh } from '../../api/use-refresh.ts'
import { ChoiceGroup } from '../../design/choice-group.tsx'
import { Field } from '../../design/field.tsx'
import { FormDialog } from '../../design/form-dialog.tsx'
import { formatTime } from '../../design/format-time.ts'
import { Input } from '../../design/input.tsx'
import { toast } from '../../design/toast.ts'
import { localMinute, type Since, sinceChoices, sinceTime } from './recover-since.ts'

/** Sends again what has failed since a time. */
export function RecoverDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { failingSince } = webhook
  const { dashboard } = useTRPC()
  const refresh = useRefresh()
  const [since, setSince] = useState<Since>(failingSince === null ? 'day' : 'failing')
  const [typed, setTyped] = useState(() => localMinute(new Date(Date.now() - dayMs)))
  const [typedError, setTypedError] = useState<string>()
  const { mutate, error, isPending } = useMutation(
    dashboard.recoverWebhook.mutationOptions({
      onSuccess: ({ data: { requeued } }) => {
        void refresh(dashboard.listDeliveries, dashboard.readDelivery)
        void toast('success', requeuedText(requeued))
        onClose()
      },
    }),
  )
  const submit = () => {
    const time = sinceTime(since, { now: new Date(), failingSince, typed })
    setTypedError(time === null ? 'Choose a date and a time' : undefined)
    if (time !== null) mutate({ id: webhook.id, since: time })
  }
  return (
    <FormDialog
      title="Recover failed deliveries"
      description="Resends each failed delivery with its original webhook-id and all retries. Deliveries are kept for 30 days."
      submitLabel="Recover"
      onClose={onClose}
      isBusy={isPending}
      error={error}
      onSubmit={submit}
    >
      <ChoiceGroup
        legend="Deliveries created"
        value={since}
        onChange={setSince}
        choices={sinceChoices(failingSince, formatTime)}
      />
      {since === 'typed' && (
        <Field label="Since" hint="In the time zone of this browser." error={typedError}>
          <Input type="datetime-local" value={typed} onChange={(event) => setTyped(event.target.value)} />
        </Field>
      )}
    </FormDialog>
  )
}

function requeuedText(count: number): string {
  if (count === 0) return 'Nothing failed in that time'
  return count === 1 ? 'Resending 1 delivery' : `Resending ${count.toLocaleString('en')} deliveries`
}
