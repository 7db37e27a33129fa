import type { Delivery, Webhook } from '@inlet/contract'
import { Link } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { StateDot } from '../../design/badge.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { IconButton } from '../../design/icon-button.tsx'
import { Cell, Row } from '../../design/table.tsx'
import { AnswerBadge } from './answer-badge.tsx'
import { standOf } from './delivery-words.ts'
import { useRedeliver } from './use-redeliver.ts'

interface DeliveryRowProps {
  delivery: Delivery
  webhook: Webhook
  refusal: string | null
}

/** A delivery in the list. */
export function DeliveryRow({ delivery, webhook, refusal }: DeliveryRowProps) {
  const { id, messageId, eventType, attemptCount, lastStatus, nextAttemptAt, createdAt } = delivery
  const { redeliver, isPending } = useRedeliver()
  const { tone, word } = standOf(delivery, webhook.state === 'enabled')
  const last = attemptCount === 0 ? <span className="text-faint">None yet</span> : <AnswerBadge status={lastStatus} />
  return (
    <Row>
      <Cell isHead className="min-w-40">
        <Link
          from="/services/$serviceId/webhooks/$webhookId"
          search={(now) => ({ ...now, delivery: id })}
          aria-label={`${eventType} ${messageId}`}
          className="group block"
        >
          <span className="block font-medium group-hover:underline group-hover:underline-offset-2">{eventType}</span>
          <span className="line-clamp-1 break-all font-mono text-faint text-xs">{messageId}</span>
        </Link>
        <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-muted text-xs sm:hidden">
          {last}
          <DateTime at={createdAt} />
        </div>
      </Cell>
      <Cell>
        <StateDot tone={tone}>{word}</StateDot>
      </Cell>
      <Cell className="max-sm:hidden">
        <span className="flex items-center gap-2 whitespace-nowrap">
          {last}
          {attemptCount > 1 && <span className="text-faint text-xs">{attemptCount} attempts</span>}
        </span>
      </Cell>
      <Cell className="text-muted max-md:hidden">
        {webhook.state === 'enabled' ? <DateTime at={nextAttemptAt} none="–" /> : <span className="text-faint">–</span>}
      </Cell>
      <Cell className="text-muted max-sm:hidden">
        <DateTime at={createdAt} />
      </Cell>
      <Cell className="w-px text-right">
        <IconButton
          label="Send again"
          icon={<RotateCw aria-hidden />}
          refusal={refusal}
          isBusy={isPending}
          onClick={() => redeliver(id)}
        />
      </Cell>
    </Row>
  )
}
