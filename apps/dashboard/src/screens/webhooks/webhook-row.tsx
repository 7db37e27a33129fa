import type { Webhook } from '@inlet/contract'
import { Link } from '@tanstack/react-router'
import { AddressText } from '../../design/address-text.tsx'
import { Badge, StateDot } from '../../design/badge.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { Cell, Row } from '../../design/table.tsx'
import { inOrder } from '../../design/visible-text.ts'
import { healthOf, hostOf } from './webhook-health.ts'

/** A webhook in the list. */
export function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { id, serviceId, url, description, state, failingSince, lastSuccessAt, createdAt } = webhook
  const { tone, word } = healthOf(webhook)
  const path = url.slice(url.indexOf(hostOf(url)) + hostOf(url).length)
  return (
    <Row>
      <Cell isHead className="min-w-44 max-w-96">
        <Link
          to="/services/$serviceId/webhooks/$webhookId"
          params={{ serviceId, webhookId: id }}
          aria-label={hostOf(url)}
          className="group block"
        >
          <bdi dir="ltr" className="line-clamp-2 font-medium group-hover:underline group-hover:underline-offset-2">
            <AddressText>{hostOf(url)}</AddressText>
          </bdi>
          <bdi dir="ltr" className="line-clamp-1 break-all font-mono text-faint text-xs">
            {path}
          </bdi>
        </Link>
        {description && (
          <span dir="auto" className="mt-0.5 line-clamp-2 text-muted text-xs">
            {inOrder(description)}
          </span>
        )}
      </Cell>
      <Cell className="max-md:hidden">
        <EventBadges webhook={webhook} />
      </Cell>
      <Cell>
        <span className="grid">
          <StateDot tone={tone}>{word}</StateDot>
          {state === 'enabled' && failingSince !== null && (
            <span className="pl-3.5 text-faint text-xs sm:whitespace-nowrap">
              began <DateTime at={failingSince} />
            </span>
          )}
        </span>
      </Cell>
      <Cell className="text-muted max-sm:hidden">
        <DateTime at={lastSuccessAt} />
      </Cell>
      <Cell className="text-muted max-md:hidden">
        <DateTime at={createdAt} />
      </Cell>
    </Row>
  )
}

/** The types of events that a webhook gets. */
export const EventBadges = ({ webhook: { events, filterOtpOnly } }: { webhook: Webhook }) => (
  <span className="flex flex-wrap gap-1.5">
    {events.map((event) => (
      <Badge key={event}>{event}</Badge>
    ))}
    {filterOtpOnly && <Badge tone="accent">Codes only</Badge>}
  </span>
)
