import type { UsageDay } from '@inlet/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { Card } from '../../design/card.tsx'
import { classes } from '../../design/classes.ts'
import { ErrorState } from '../../design/error-state.tsx'
import { lazily } from '../../design/lazily.tsx'
import { Select } from '../../design/select.tsx'
import { Skeleton, SkeletonCard } from '../../design/skeleton.tsx'
import { useService } from '../../shell/service-context.tsx'
import { formatCount, formatSize } from './format-amounts.ts'
import { firstDayOf } from './format-day.ts'
import { billingSearch } from './search.ts'

const UsageChart = lazily(() => import('./usage-chart.tsx'), 'UsageChart')

const route = getRouteApi('/services/$serviceId/billing')

const metrics = {
  messagesReceived: 'Messages received',
  apiRequests: 'API requests',
  deliveries: 'Webhook deliveries',
  addressesCreated: 'Addresses created',
  bytesReceived: 'Bytes received',
} as const satisfies Partial<Record<keyof UsageDay, string>>

type Metric = keyof typeof metrics
const metricOptions = Object.entries(metrics).map(([value, label]) => ({ value, label }))
const spans = ['7', '30', '90'].map((value) => ({ value, label: `${value} days` }))
/** What is shown without a parameter needs none. */
const parameterOf = (value: string, usual: string) => (value === usual ? undefined : value)

/** What the service used day by day: a chart of one figure, and the sums of all. */
export function UsageCard() {
  const { id } = useService()
  const trpc = useTRPC()
  const { days = '30', metric = 'messagesReceived' } = route.useSearch()
  const navigate = route.useNavigate()
  const from = firstDayOf(new Date(), Number(days))
  const usage = useQuery(trpc.dashboard.readUsage.queryOptions({ id, from }, { placeholderData: keepPreviousData }))
  const read = usage.data?.data
  const set = (search: { days?: string | undefined; metric?: string | undefined }) =>
    void navigate({ search: (now) => billingSearch({ ...now, ...search }), replace: true })
  const selects = (
    <div className="flex gap-2">
      <Select
        aria-label="Figure"
        className="min-w-0 max-sm:flex-1"
        options={metricOptions}
        value={metric}
        onChange={(event) => set({ metric: parameterOf(event.target.value, 'messagesReceived') })}
      />
      <Select
        aria-label="Time"
        options={spans}
        value={days}
        onChange={(event) => set({ days: parameterOf(event.target.value, '30') })}
      />
    </div>
  )
  return (
    <Card title="Usage" description="Usage by test keys is not counted." action={selects} isActionWide>
      {read ? (
        <Figures days={read} metric={metric} />
      ) : usage.error !== null ? (
        <ErrorState
          title="The usage could not be loaded"
          error={usage.error}
          onRetry={() => void usage.refetch()}
          isRetrying={usage.isFetching}
        />
      ) : (
        <div className="relative grid gap-4">
          <span className="sr-only">Loading</span>
          <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
            {['messages', 'requests', 'deliveries', 'bytes'].map((each) => (
              <SkeletonCard key={each} className="h-20" />
            ))}
          </div>
          <Skeleton className="h-56 w-full rounded-md" />
        </div>
      )}
    </Card>
  )
}

function Figures({ days, metric }: { days: readonly UsageDay[]; metric: Metric }) {
  const sumOf = (name: Exclude<keyof UsageDay, 'date'>) => days.reduce((sum, day) => sum + day[name], 0)
  const withCode = sumOf('messagesWithCode')
  return (
    <div className="grid grid-cols-1 gap-4">
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Stat
          name="Messages"
          value={formatCount(sumOf('messagesReceived'))}
          note={`${formatCount(withCode)} with a code`}
        />
        <Stat name="API requests" value={formatCount(sumOf('apiRequests'))} />
        <Stat name="Deliveries" value={formatCount(sumOf('deliveries'))} />
        <Stat name="Received" value={formatSize(sumOf('bytesReceived'))} />
      </dl>
      <div className="grid gap-2">
        {metric === 'messagesReceived' && <CodeLegend />}
        <div className="h-56">
          <UsageChart days={days} metric={metric} name={metrics[metric]} />
        </div>
      </div>
      <DayTable days={days} />
    </div>
  )
}

/** What the two shades of a bar are. */
const CodeLegend = () => (
  <p className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-xs">
    <span className="flex items-center gap-1.5">
      <span aria-hidden className="size-2.5 rounded-xs bg-accent" />
      With a code
    </span>
    <span className="flex items-center gap-1.5">
      <span aria-hidden className="size-2.5 rounded-xs bg-accent/35" />
      Without a code
    </span>
  </p>
)

/** The chart's numbers as a table, for those who do not see it or want to copy them; made when it is opened. */
function DayTable({ days }: { days: readonly UsageDay[] }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="w-fit text-muted text-ui hover:text-ink">All days as a table</summary>
      {isOpen && <OpenDayTable days={days} />}
    </details>
  )
}

/** The day of a row stays in sight while the table is scrolled sideways. */
const dayClasses = 'sticky left-0 z-10 whitespace-nowrap px-3 text-left'

const OpenDayTable = ({ days }: { days: readonly UsageDay[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled with the keyboard
  <section aria-label="All days" tabIndex={0} className="mt-3 max-h-96 overflow-auto rounded-lg border border-line">
    <table className="w-full text-left text-ui tabular-nums">
      <thead className="sticky top-0 z-20 bg-canvas text-muted text-xs">
        <tr>
          <th scope="col" className={classes(dayClasses, 'h-9 bg-canvas font-medium')}>
            Day
          </th>
          {['Messages', 'With code', 'API requests', 'Deliveries', 'Addresses', 'Received'].map((name) => (
            <th key={name} scope="col" className="h-9 whitespace-nowrap px-3 text-right font-medium">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map((day) => (
          <tr key={day.date} className="border-line border-t [&>td]:whitespace-nowrap [&>td]:px-3 [&>td]:text-right">
            <th scope="row" className={classes(dayClasses, 'bg-surface py-1.5 font-normal')}>
              {day.date}
            </th>
            <td>{formatCount(day.messagesReceived)}</td>
            <td>{formatCount(day.messagesWithCode)}</td>
            <td>{formatCount(day.apiRequests)}</td>
            <td>{formatCount(day.deliveries)}</td>
            <td>{formatCount(day.addressesCreated)}</td>
            <td>{formatSize(day.bytesReceived)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

interface StatProps {
  name: string
  value: ReactNode
  /** Below it: the limit, the period, a change. */
  note?: ReactNode
}

/** One number with its name; in a `dl`. */
const Stat = ({ name, value, note }: StatProps) => (
  <div className="grid content-start gap-1 rounded-lg border border-line bg-surface px-4 py-3">
    <dt className="text-muted text-xs">{name}</dt>
    <dd className="font-semibold text-xl tabular-nums">{value}</dd>
    {note !== undefined && <dd className="text-faint text-xs">{note}</dd>}
  </div>
)
