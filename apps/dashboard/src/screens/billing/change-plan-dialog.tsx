import type { Billing, Plan } from '@inlet/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'
import { FormDialog } from '../../design/form-dialog.tsx'
import { toast } from '../../design/toast.ts'
import { useService } from '../../shell/service-context.tsx'
import { formatCount, formatPrice } from './format-amounts.ts'
import { formatDay } from './format-day.ts'

interface ChangePlanDialogProps {
  plan: Plan
  billing: Billing
  onClose: () => void
}

/** Asks before a paid plan becomes another one, and says what that costs and what will be beyond it. */
export function ChangePlanDialog({ plan, billing, onClose }: ChangePlanDialogProps) {
  const { id } = useService()
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const { mutate, error, isPending } = useMutation(
    trpc.dashboard.changePlan.mutationOptions({
      onSuccess: () => {
        onClose()
        void toast(
          'success',
          plan.price === null ? 'The subscription ends with this period' : `Plan changed to ${plan.name}`,
        )
        return queryClient.invalidateQueries({ queryKey: trpc.dashboard.readBilling.pathKey() })
      },
    }),
  )
  const beyond = beyondPlan(billing, plan)
  return (
    <FormDialog
      size="small"
      title={`Change to ${plan.name}`}
      submitLabel="Change plan"
      onClose={onClose}
      isBusy={isPending}
      error={error}
      onSubmit={() => mutate({ id, planId: plan.id })}
    >
      <p className="text-ui">
        {plan.price === null
          ? `The subscription ends on ${formatDay(billing.period.end)} and is not charged again. Nothing changes until then.`
          : `${formatPrice(plan)}, from now on. The difference for the rest of the period is on the next invoice.`}
      </p>
      {beyond.length > 0 && (
        <div className="rounded-md bg-warn-soft px-3 py-2.5 text-ui text-warn">
          <p>More is in use than this plan has. Everything stays, and nothing can be added to it:</p>
          <ul className="mt-1 list-disc pl-5">
            {beyond.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
    </FormDialog>
  )
}

const counted = [
  ['domains', 'domains'],
  ['addresses', 'addresses'],
  ['messagesPerMonth', 'messages in this period'],
  ['webhooks', 'webhooks'],
  ['members', 'members'],
] as const

function beyondPlan({ usage }: Billing, { limits }: Plan): string[] {
  const lines: string[] = []
  for (const [quota, label] of counted) {
    const [{ used }, limit] = [usage[quota], limits[quota]]
    if (limit !== null && used > limit) lines.push(`${formatCount(used)} of ${formatCount(limit)} ${label}`)
  }
  return lines
}
