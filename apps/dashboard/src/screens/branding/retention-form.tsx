import { changeServiceInput, limits, type Service } from '@inlet/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useTRPC } from '../../api/api-context.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Field } from '../../design/field.tsx'
import { InlineError } from '../../design/inline-error.tsx'
import { Input } from '../../design/input.tsx'
import { toast } from '../../design/toast.ts'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { useRefusal } from '../../shell/service-context.tsx'
import { useServiceChanged } from './use-service-changed.ts'

const schema = changeServiceInput.pick({ retentionDays: true }).required()

const formatDays = (days: number) => (days === 1 ? 'one day' : `${days} days`)

/** How many days messages are kept. */
export function RetentionForm({ service }: { service: Service }) {
  const { id, retentionDays } = service
  const trpc = useTRPC()
  const refusal = useRefusal('admin')
  const serviceChanged = useServiceChanged()
  const longest = useLongestRetention(service)
  const change = useMutation(trpc.dashboard.changeService.mutationOptions())
  const { form, submit, error, isBusy } = useContractForm({
    schema,
    defaults: { retentionDays },
    draft: `retention.${id}`,
    onSubmit: async (values): Promise<void> => {
      if (longest !== null && values.retentionDays > longest) {
        const message = `Your plan keeps messages for ${formatDays(longest)} at most`
        return form.setError('retentionDays', { type: 'plan', message }, { shouldFocus: true })
      }
      const { data } = await change.mutateAsync({ id, ...values })
      void serviceChanged(data)
      void toast('success', `New mail is kept for ${formatDays(data.retentionDays)}`)
    },
  })
  const { retentionDays: typed } = useWatch({ control: form.control })
  const isUnchanged = typed === retentionDays
  return (
    <form onSubmit={submit} noValidate aria-label="Retention">
      <Card
        title="Retention"
        description="After this time a message and its attachments are permanently deleted."
        footer={
          <Button
            variant="primary"
            type="submit"
            isBusy={isBusy}
            refusal={refusal ?? (isUnchanged ? 'There are no changes' : null)}
          >
            Save retention
          </Button>
        }
      >
        <fieldset disabled={refusal !== null} className="grid max-w-xl gap-4">
          <Field
            label="Days to keep messages"
            hint={`From 1 to ${longest ?? limits.retentionDaysMax}. Applies to new mail; messages that are already here keep their expiry date.`}
            error={form.formState.errors.retentionDays?.message}
          >
            <Input
              {...form.register('retentionDays', { valueAsNumber: true })}
              type="number"
              min={1}
              max={longest ?? limits.retentionDaysMax}
              step={1}
              inputMode="numeric"
              className="max-w-28"
            />
          </Field>
          <InlineError error={error} />
        </fieldset>
      </Card>
    </form>
  )
}

/** The longest retention that the plan has; null while it is not known, or where the plan has no limit. */
function useLongestRetention({ plan }: Service): number | null {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.dashboard.listPlans.queryOptions({}))
  const allowed = data?.data.find(({ id }) => id === plan)?.limits.retentionDays ?? null
  return allowed === null ? null : Math.min(allowed, limits.retentionDaysMax)
}
