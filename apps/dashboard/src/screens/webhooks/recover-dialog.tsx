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

/** What a recovery has done that could not finish in its minute. */
interface Unfinished {
  since: string
  requeued: number
}

/** Sends again what has failed since a time. */
export function RecoverDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { failingSince } = webhook
  const { dashboard } = useTRPC()
  const refresh = useRefresh()
  const [since, setSince] = useState<Since>(failingSince === null ? 'day' : 'failing')
  const [typed, setTyped] = useState(() => localMinute(new Date(Date.now() - dayMs)))
  const [typedError, setTypedError] = useState<string>()
  const [unfinished, setUnfinished] = useState<Unfinished | null>(null)
  const { mutate, error, isPending } = useMutation(
    dashboard.recoverWebhook.mutationOptions({
      onSuccess: ({ data: { requeued, hasMore } }, sent) => {
        void refresh(dashboard.listDeliveries, dashboard.readDelivery)
        const sum = requeued + (unfinished?.requeued ?? 0)
        if (hasMore) {
          setUnfinished({ since: sent.since, requeued: sum })
          return
        }
        void toast('success', requeuedText(sum))
        onClose()
      },
    }),
  )
  const submit = () => {
    const time = unfinished?.since ?? sinceTime(since, { now: new Date(), failingSince, typed })
    setTypedError(time === null ? 'Choose a date and a time' : undefined)
    if (time !== null) mutate({ id: webhook.id, since: time })
  }
  return (
    <FormDialog
      title="Recover failed deliveries"
      description="Resends failed deliveries with their original webhook-id and all retries. Deliveries are kept for 30 days."
      submitLabel={unfinished ? 'Recover the rest' : 'Recover'}
      onClose={onClose}
      isBusy={isPending}
      error={error}
      onSubmit={submit}
    >
      {unfinished ? (
        <p role="status" className="text-ui">
          {requeuedText(unfinished.requeued)}. More have failed, but this service may resend no more of them in this
          minute. You can go on in the next one.
        </p>
      ) : (
        <ChoiceGroup
          legend="Deliveries created"
          value={since}
          onChange={setSince}
          choices={sinceChoices(failingSince, formatTime)}
        />
      )}
      {since === 'typed' && !unfinished && (
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
