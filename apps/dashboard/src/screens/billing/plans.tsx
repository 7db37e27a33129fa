import type { Billing, Plan } from '@inlet/contract'
import { useMutation } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { InlineError } from '../../design/inline-error.tsx'
import { lazily } from '../../design/lazily.tsx'
import { useRefusal, useService } from '../../shell/service-context.tsx'
import { formatLimit, formatPrice } from './format-amounts.ts'
import { goTo } from './go-to.ts'
import { ManagePayment } from './manage-payment.tsx'

const ChangePlanDialog = lazily(() => import('./change-plan-dialog.tsx'), 'ChangePlanDialog')

interface PlansProps {
  billing: Billing
  current: Plan
  plans: readonly Plan[]
}

/** The plans, and the way from one to another where something can be bought here. */
export function Plans({ billing, current, plans }: PlansProps) {
  const { id } = useService()
  const trpc = useTRPC()
  const refusal = useRefusal('owner')
  const [chosen, setChosen] = useState<Plan | null>(null)
  const checkout = useMutation(
    trpc.dashboard.startCheckout.mutationOptions({ onSuccess: ({ data }) => goTo(data.url) }),
  )
  const isSold = billing.provider === 'stripe'
  const isPaying = isSold && current.price !== null

  function actOf(plan: Plan) {
    if (!isSold || plan.id === current.id) return null
    if (isPaying) {
      return (
        <Button size="small" refusal={refusal} onClick={() => setChosen(plan)}>
          Change to {plan.name}
        </Button>
      )
    }
    if (plan.price === null) return null
    const isBusy = checkout.isPending && checkout.variables.planId === plan.id
    return (
      <Button
        size="small"
        variant="primary"
        refusal={refusal}
        isBusy={isBusy || (checkout.isSuccess && checkout.variables.planId === plan.id)}
        onClick={() => checkout.mutate({ id, planId: plan.id })}
      >
        Choose {plan.name}
      </Button>
    )
  }

  return (
    <Card
      title="Plans"
      description={
        isSold
          ? 'You pay on Stripe. A new plan starts as soon as it is paid.'
          : 'Plans are assigned by the operator of this server. Ask them to change yours.'
      }
      action={isPaying && <ManagePayment />}
    >
      <ul className="grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(12.5rem,1fr))]">
        {plans.map((plan) => (
          <li key={plan.id} className="grid content-start gap-3 rounded-lg border border-line px-4 py-3.5">
            <div className="flex items-start justify-between gap-2">
              <div>
                <h3 className="font-medium">{plan.name}</h3>
                <p className="text-muted text-ui">{formatPrice(plan)}</p>
              </div>
              {plan.id === current.id && <Badge tone="good">Current</Badge>}
            </div>
            <Limits plan={plan} />
            {actOf(plan)}
          </li>
        ))}
      </ul>
      <div className="mt-3 empty:hidden">
        <InlineError error={checkout.error} />
      </div>
      {chosen && <ChangePlanDialog plan={chosen} billing={billing} onClose={() => setChosen(null)} />}
    </Card>
  )
}

function Limits({ plan: { limits } }: { plan: Plan }) {
  const lines = [
    `${formatLimit(limits.messagesPerMonth, 'message', 'messages')} a month`,
    formatLimit(limits.domains, 'domain', 'domains'),
    formatLimit(limits.addresses, 'address', 'addresses'),
    formatLimit(limits.webhooks, 'webhook', 'webhooks'),
    formatLimit(limits.members, 'member', 'members'),
    limits.retentionDays === null
      ? 'Messages kept as long as you choose'
      : `Messages kept for up to ${limits.retentionDays} days`,
  ]
  return (
    <ul className="grid gap-1 text-muted text-ui">
      {lines.map((line) => (
        <li key={line} className="flex items-center gap-2">
          <Check aria-hidden className="size-3.5 shrink-0 text-faint" />
          {line}
        </li>
      ))}
    </ul>
  )
}
