import type { DeliveryDetail, Webhook } from '@inlet/contract'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { StateDot } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { CodeBlock } from '../../design/code-block.tsx'
import { CopyButton } from '../../design/copy-button.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx'
import { ErrorState } from '../../design/error-state.tsx'
import { Skeleton, SkeletonCard } from '../../design/skeleton.tsx'
import { Tabs } from '../../design/tabs.tsx'
import { Attempts } from './attempts.tsx'
import { deliveryStatus, indented } from './delivery-labels.ts'
import { useRedeliver } from './use-redeliver.ts'
import { Fact } from './webhook-facts.tsx'

interface DeliveryDialogProps {
  id: string
  webhook: Webhook
  refusal: string | null
  onClose: () => void
}

/** One delivery: what was sent, and what the receiver answered each time. */
export function DeliveryDialog({ id, webhook, refusal, onClose }: DeliveryDialogProps) {
  const trpc = useTRPC()
  const query = useQuery(trpc.dashboard.readDelivery.queryOptions({ id }))
  const { redeliver, isPending } = useRedeliver()
  const delivery = query.data?.data
  return (
    <Dialog
      onClose={onClose}
      size="large"
      title={delivery ? `Delivery of ${delivery.eventType}` : 'Delivery'}
      description="What was sent, and what the receiver answered each time."
    >
      <DialogBody>
        {delivery ? (
          <Detail delivery={delivery} isWebhookEnabled={webhook.state === 'enabled'} />
        ) : query.error ? (
          <ErrorState
            title="The delivery could not be loaded"
            error={query.error}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        ) : (
          <Loading />
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
        <Button
          variant="primary"
          refusal={delivery ? refusal : 'Not loaded yet'}
          isBusy={isPending}
          onClick={() => redeliver(id)}
        >
          {!isPending && <RotateCw aria-hidden />}
          Send again
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

const Loading = () => (
  <div className="grid gap-4">
    <span className="sr-only">Loading</span>
    <Skeleton className="w-1/2" />
    <SkeletonCard className="h-24" />
    <SkeletonCard className="h-40" />
  </div>
)

function Detail({ delivery, isWebhookEnabled }: { delivery: DeliveryDetail; isWebhookEnabled: boolean }) {
  const { messageId, createdAt, completedAt, nextAttemptAt, state, payload, attempts, attemptCount } = delivery
  const { tone, label } = deliveryStatus(delivery, isWebhookEnabled)
  return (
    <>
      <dl className="flex flex-wrap gap-x-8 gap-y-3 text-ui">
        <Fact name="State">
          <StateDot tone={tone}>{label}</StateDot>
        </Fact>
        {state === 'pending' ? (
          <Fact name="Next attempt">
            {isWebhookEnabled ? <DateTime at={nextAttemptAt} none="–" /> : 'When the webhook is enabled'}
          </Fact>
        ) : (
          <Fact name="Completed">
            <DateTime at={completedAt} none="–" />
          </Fact>
        )}
        <Fact name="Created">
          <DateTime at={createdAt} />
        </Fact>
        <Fact name="webhook-id">
          <span className="flex items-center gap-1">
            <code className="break-all font-mono text-xs">{messageId}</code>
            <span className="-my-2">
              <CopyButton text={messageId} of="webhook-id" />
            </span>
          </span>
        </Fact>
      </dl>
      <section className="grid min-w-0 gap-2">
        <h3 className="font-medium text-ui">Attempts</h3>
        <Attempts attempts={attempts} attemptCount={attemptCount} isWebhookEnabled={isWebhookEnabled} />
      </section>
      <section className="grid min-w-0 gap-2">
        <h3 className="font-medium text-ui">Request body</h3>
        <Payload payload={payload} />
      </section>
    </>
  )
}

/** The body that was sent: byte for byte, since the signature is of its bytes, and with a line for each value. */
function Payload({ payload }: { payload: string }) {
  const [form, setForm] = useState('readable')
  const readable = indented(payload)
  if (readable === null) return <CodeBlock label="request body" code={payload} />
  return (
    <Tabs
      label="Formats of the body"
      value={form}
      onChange={setForm}
      tabs={[
        { value: 'readable', name: 'Readable', content: <CodeBlock label="indented request body" code={readable} /> },
        { value: 'sent', name: 'Exactly as sent', content: <CodeBlock label="request body" code={payload} /> },
      ]}
    />
  )
}
