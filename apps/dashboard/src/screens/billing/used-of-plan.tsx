import type { Billing, Plan, QuotaName } from '@inlet/contract'
import { Badge } from '../../design/badge.tsx'
import { Card } from '../../design/card.tsx'
import { classes } from '../../design/classes.ts'
import { formatCount, formatPrice, shareOf } from './format-amounts.ts'
import { formatDay } from './format-day.ts'

const names: readonly { quota: QuotaName; name: string }[] = [
  { quota: 'messagesPerMonth', name: 'Messages' },
  { quota: 'addresses', name: 'Addresses' },
  { quota: 'domains', name: 'Domains' },
  { quota: 'webhooks', name: 'Webhooks' },
  { quota: 'members', name: 'Members' },
]
/** From here on a bar warns; the audit log gets its entry at the same share. */
const warnShare = 0.8

/** The plan's limits, and how much of each is used. */
export function UsedOfPlan({ billing, plan }: { billing: Billing; plan: Plan }) {
  const { period, usage, overQuota } = billing
  const isMonth = `${formatDay(period.start)} to ${formatDay(period.end)}`
  return (
    <Card
      title={`${plan.name} plan`}
      description={`Messages are counted from ${isMonth}.`}
      action={plan.price && <Badge tone="accent">{formatPrice(plan)}</Badge>}
    >
      <dl className="grid grid-cols-2 gap-x-4 gap-y-4 sm:gap-x-8">
        {names.map(({ quota, name }) => (
          <QuotaBar key={quota} name={name} use={usage[quota]} isOver={overQuota.includes(quota)} />
        ))}
        <div className="grid content-start gap-1.5">
          <dt className="font-medium text-ui">Messages are kept</dt>
          <dd className="text-muted text-ui">
            {plan.limits.retentionDays === null ? 'as long as you choose' : `up to ${plan.limits.retentionDays} days`}
          </dd>
        </div>
      </dl>
      {overQuota.includes('messagesPerMonth') && (
        <p className="mt-4 text-danger text-ui">
          New mail is deferred: senders try again for days, and nothing is lost if the plan is raised or the period ends
          before they give up.
        </p>
      )}
    </Card>
  )
}

interface QuotaBarProps {
  name: string
  use: { used: number; limit: number | null }
  isOver: boolean
}

/** How much of one limit is used; without a limit only the number. */
function QuotaBar({ name, use, isOver }: QuotaBarProps) {
  const share = shareOf(use)
  const tone = isOver ? 'bg-danger-fill' : share >= warnShare ? 'bg-warn-fill' : 'bg-accent'
  return (
    <div className="grid content-start gap-1.5">
      <dt className="flex items-baseline justify-between gap-3 font-medium text-ui">
        {name}
        {isOver && <Badge tone="danger">Used up</Badge>}
      </dt>
      <dd className="grid gap-1.5">
        <span className="text-muted text-ui tabular-nums">
          {formatCount(use.used)} {use.limit === null ? '· no limit' : `of ${formatCount(use.limit)}`}
        </span>
        {use.limit !== null && (
          <span aria-hidden className="block h-1.5 overflow-hidden rounded-full bg-hover">
            <span className={classes('block h-full rounded-full', tone)} style={{ width: `${share * 100}%` }} />
          </span>
        )}
      </dd>
    </div>
  )
}
