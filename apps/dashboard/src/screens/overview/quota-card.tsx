import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'
import { Card } from '../../design/card.tsx'
import { ErrorState } from '../../design/error-state.tsx'
import { SkeletonCard } from '../../design/skeleton.tsx'
import { useService } from '../../shell/service-context.tsx'
import { UsedOfPlan } from '../billing/used-of-plan.tsx'

/** The limits of the plan, and how much of each is used. */
export function QuotaCard() {
  const { id } = useService()
  const trpc = useTRPC()
  const billing = useQuery(trpc.dashboard.readBilling.queryOptions({ id }))
  const plans = useQuery(trpc.dashboard.listPlans.queryOptions({}))
  const failed = [billing, plans].find(({ data, error }) => !data && error !== null)
  if (failed) {
    return (
      <Card title="Plan">
        <ErrorState
          title="The plan could not be loaded"
          error={failed.error}
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isFetching}
        />
      </Card>
    )
  }
  const read = billing.data?.data
  const plan = plans.data?.data.find((each) => each.id === read?.plan)
  return read && plan ? <UsedOfPlan billing={read} plan={plan} /> : <SkeletonCard className="h-56" />
}
