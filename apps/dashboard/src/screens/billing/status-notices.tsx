import type { Billing, Plan } from '@inlet/contract'
import { getRouteApi } from '@tanstack/react-router'
import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../design/button.tsx'
import { classes } from '../../design/classes.ts'
import { formatDay } from './format-day.ts'
import { ManagePayment } from './manage-payment.tsx'

const route = getRouteApi('/services/$serviceId/billing')

const tones = {
  good: { className: 'bg-good-soft text-good', icon: CircleCheck },
  neutral: { className: 'bg-subtle text-muted', icon: Info },
  warn: { className: 'bg-warn-soft text-warn', icon: TriangleAlert },
}

/** A sentence about the state of the plan, above everything else. */
function Notice({ tone, action, children }: { tone: keyof typeof tones; action?: ReactNode; children: ReactNode }) {
  const { className, icon: Icon } = tones[tone]
  return (
    <div role="status" className={classes('flex flex-wrap items-center gap-3 rounded-lg px-4 py-3 text-ui', className)}>
      <Icon aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 basis-60">{children}</p>
      {action}
    </div>
  )
}

/** What came of a payment: the provider's page has just led back here. A plan with a price is one that is paid. */
export function CheckoutNotice({ result, plan }: { result: 'done' | 'cancelled'; plan: Plan }) {
  const navigate = route.useNavigate()
  const close = (
    <Button size="small" variant="quiet" onClick={() => void navigate({ search: {}, replace: true })}>
      Dismiss
    </Button>
  )
  if (result === 'cancelled') {
    return (
      <Notice tone="neutral" action={close}>
        The payment was not completed. You were not charged, and your plan has not changed.
      </Notice>
    )
  }
  if (plan.price === null) {
    return (
      <Notice tone="neutral" action={close}>
        Confirming your payment. The new plan appears here automatically, usually within a few seconds.
      </Notice>
    )
  }
  return (
    <Notice tone="good" action={close}>
      Paid. This service has the plan {plan.name} now.
    </Notice>
  )
}

/** What is wrong with the subscription, or ends. */
export function StatusNotice({ billing }: { billing: Billing }) {
  const end = formatDay(billing.period.end)
  if (billing.status === 'past_due') {
    return (
      <Notice tone="warn" action={billing.provider === 'stripe' && <ManagePayment />}>
        The last payment failed. Nothing is switched off yet: change how you pay, or the subscription ends and the plan
        with it.
      </Notice>
    )
  }
  if (billing.status === 'cancelled') {
    return (
      <Notice tone="warn">
        The subscription has ended. Everything stays, but you cannot add to what exceeds the plan.
      </Notice>
    )
  }
  if (billing.cancelsAtEnd)
    return <Notice tone="warn">The subscription ends on {end}, and is not charged again.</Notice>
  return null
}
