import type { Webhook } from '@inlet/contract'
import type { ReactNode } from 'react'
import { StateDot } from '../../design/badge.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { EventBadges } from './event-badges.tsx'
import { healthOf } from './webhook-health.ts'

/** The properties of a webhook, in a line. */
export function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const { tone, label } = healthOf(webhook)
  return (
    <dl className="mb-6 grid grid-cols-2 gap-x-6 gap-y-4 sm:flex sm:flex-wrap sm:gap-x-10 rounded-lg border border-line bg-surface px-4 py-3 text-ui">
      <Fact name="State">
        <StateDot tone={tone}>{label}</StateDot>
      </Fact>
      <Fact name="Events">
        <EventBadges webhook={webhook} />
      </Fact>
      <Fact name="Last success">
        <DateTime at={webhook.lastSuccessAt} />
      </Fact>
      <Fact name="Created">
        <DateTime at={webhook.createdAt} />
      </Fact>
    </dl>
  )
}

/** A fact with its name; in a `dl`. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid min-w-0 content-start gap-1">
    <dt className="text-muted text-xs">{name}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
)
