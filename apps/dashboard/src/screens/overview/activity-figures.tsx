import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'
import { classes } from '../../design/classes.ts'
import { ErrorState } from '../../design/error-state.tsx'
import { SkeletonCard } from '../../design/skeleton.tsx'
import { useService } from '../../shell/service-context.tsx'
import { formatCount } from '../billing/format-amounts.ts'
import { type Activity, activitiesOf, figures } from './activity.ts'

/** What came and went in the last thirty days. */
export function ActivityFigures() {
  const { id } = useService()
  const trpc = useTRPC()
  const { data, error, isFetching, refetch } = useQuery(trpc.dashboard.readUsage.queryOptions({ id }))
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="font-semibold">Activity</h2>
        <p className="text-muted text-xs">
          24 hours are this hour and the 23 before, days those of UTC. Usage by test keys is not counted.
        </p>
      </div>
      {!data && error ? (
        <div className="rounded-lg border border-line bg-surface">
          <ErrorState
            title="The activity could not be loaded"
            error={error}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        </div>
      ) : (
        <div className="relative grid grid-cols-2 gap-3 lg:grid-cols-4">
          {!data && <span className="sr-only">Loading</span>}
          {data
            ? activitiesOf(data.data, data.meta.last24Hours).map((activity) => (
                <Figure key={activity.field} activity={activity} />
              ))
            : figures.map(({ field }) => <SkeletonCard key={field} className="h-44" />)}
        </div>
      )}
    </section>
  )
}

function Figure({ activity }: { activity: Activity }) {
  const { name, lastHours, lastSeven, all } = activity
  return (
    <div className="grid content-start gap-3 rounded-lg border border-line bg-surface p-4">
      <h3 className="font-medium text-ui">{name}</h3>
      <dl className="flex flex-col-reverse">
        <dt className="text-muted text-xs">24 hours</dt>
        <dd className="wrap-anywhere font-semibold text-2xl tabular-nums tracking-tight">{formatCount(lastHours)}</dd>
      </dl>
      <Bars activity={activity} />
      <dl className="grid grid-cols-2 gap-x-3">
        <Sum name="7 days" count={lastSeven} />
        <Sum name="30 days" count={all} />
      </dl>
    </div>
  )
}

const Sum = ({ name, count }: { name: string; count: number }) => (
  <div className="grid">
    <dt className="text-muted text-xs">{name}</dt>
    <dd className="wrap-anywhere font-medium text-ui tabular-nums">{formatCount(count)}</dd>
  </div>
)

/** A small chart of the days; the numbers around it say what matters of it. */
const Bars = ({ activity: { bars } }: { activity: Activity }) => (
  <div aria-hidden className="flex h-8 items-end gap-px">
    {bars.map(({ date, share }) => (
      <span
        key={date}
        className={classes('min-h-0.5 flex-1 rounded-[1px]', share === 0 ? 'bg-line' : 'bg-accent')}
        style={{ height: `${share * 100}%` }}
      />
    ))}
  </div>
)
