import type { Delivery, DeliveryState, Webhook } from '@inlet/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { RotateCw, Send } from 'lucide-react'
import { useRef } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { StateDot } from '../../design/badge.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { IconButton } from '../../design/icon-button.tsx'
import { lazily } from '../../design/lazily.tsx'
import { type Column, List } from '../../design/list.tsx'
import { Select } from '../../design/select.tsx'
import { useCommands } from '../../shell/commands.tsx'
import { useRefusal } from '../../shell/service-context.tsx'
import { AnswerBadge } from './answer-badge.tsx'
import { deliveryStatus, stateNames } from './delivery-labels.ts'
import { eventChoices } from './event-types.ts'
import { webhookSearch } from './search.ts'
import { useRedeliver } from './use-redeliver.ts'

const DeliveryDialog = lazily(() => import('./delivery-dialog.tsx'), 'DeliveryDialog')

const route = getRouteApi('/services/$serviceId/webhooks/$webhookId')

const states: readonly DeliveryState[] = ['pending', 'succeeded', 'failed', 'cancelled']
const stateOptions = [
  { value: '', label: 'All states' },
  ...states.map((value) => ({ value, label: stateNames[value] })),
]
const eventOptions = [{ value: '', label: 'All events' }, ...eventChoices.map(({ value }) => ({ value, label: value }))]

/** The deliveries of a webhook, newest first. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { id } = webhook
  const isEnabled = webhook.state === 'enabled'
  const trpc = useTRPC()
  const refusal = useRefusal('admin')
  const { cursor, state, eventType, delivery } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useRef<HTMLDivElement>(null)
  const query = useQuery(
    trpc.dashboard.listDeliveries.queryOptions({ id, state, eventType, cursor }, { placeholderData: keepPreviousData }),
  )
  const setSearch = (changed: ReturnType<typeof webhookSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...changed }) })
  /** Reads what a filter was set to as the URL is read, which leaves out what is empty. */
  const setFilter = (name: 'state' | 'eventType', value: string) =>
    setSearch({ [name]: undefined, ...webhookSearch({ [name]: value }), cursor: undefined })
  useCommands([
    { name: 'Next delivery', group: 'This page', keys: 'j', run: () => focusRow(list.current, 1) },
    { name: 'Previous delivery', group: 'This page', keys: 'k', run: () => focusRow(list.current, -1) },
  ])

  const columns: Column<Delivery>[] = [
    { name: 'Event', className: 'min-w-40', cell: (each) => <Event delivery={each} /> },
    {
      name: 'State',
      cell: (each) => {
        const { tone, label } = deliveryStatus(each, isEnabled)
        return <StateDot tone={tone}>{label}</StateDot>
      },
    },
    {
      name: 'Last answer',
      className: 'max-sm:hidden',
      cell: (each) => (
        <span className="flex items-center gap-2 whitespace-nowrap">
          <LastAnswer delivery={each} />
          {each.attemptCount > 1 && <span className="text-faint text-xs">{each.attemptCount} attempts</span>}
        </span>
      ),
    },
    {
      name: 'Next attempt',
      className: 'text-muted max-md:hidden',
      cell: ({ nextAttemptAt }) => <DateTime at={isEnabled ? nextAttemptAt : null} none="–" />,
    },
    { name: 'Created', className: 'text-muted max-sm:hidden', cell: ({ createdAt }) => <DateTime at={createdAt} /> },
    {
      name: 'Actions',
      isNameHidden: true,
      className: 'w-px text-right',
      cell: (each) => <RedeliverButton id={each.id} refusal={refusal} />,
    },
  ]
  return (
    <div ref={list} className="grid min-w-0 grid-cols-1 gap-3">
      <search className="flex gap-2">
        <Select
          aria-label="State"
          className="w-36 min-w-0 max-sm:flex-1"
          value={state ?? ''}
          options={stateOptions}
          onChange={({ target }) => setFilter('state', target.value)}
        />
        <Select
          aria-label="Event"
          className="w-44 min-w-0 max-sm:flex-1"
          value={eventType ?? ''}
          options={eventOptions}
          onChange={({ target }) => setFilter('eventType', target.value)}
        />
      </search>
      <List
        label="Deliveries"
        noun="deliveries"
        query={query}
        columns={columns}
        empty={{
          icon: Send,
          title: 'No deliveries yet',
          text: 'The next event appears here automatically. Use “Send test event” to try the receiver now.',
        }}
        onClearFilters={
          state || eventType
            ? () => setSearch({ state: undefined, eventType: undefined, cursor: undefined })
            : undefined
        }
        cursor={cursor}
        onPage={(next) => setSearch({ cursor: next })}
      />
      {delivery !== undefined && (
        <DeliveryDialog
          id={delivery}
          webhook={webhook}
          refusal={refusal}
          onClose={() => setSearch({ delivery: undefined })}
        />
      )}
    </div>
  )
}

const Event = ({ delivery }: { delivery: Delivery }) => (
  <>
    <Link
      from="/services/$serviceId/webhooks/$webhookId"
      search={(now) => ({ ...now, delivery: delivery.id })}
      aria-label={`${delivery.eventType} ${delivery.messageId}`}
      className="group block"
    >
      <span className="block font-medium group-hover:underline group-hover:underline-offset-2">
        {delivery.eventType}
      </span>
      <span className="line-clamp-1 break-all font-mono text-faint text-xs">{delivery.messageId}</span>
    </Link>
    <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-muted text-xs sm:hidden">
      <LastAnswer delivery={delivery} />
      <DateTime at={delivery.createdAt} />
    </div>
  </>
)

const LastAnswer = ({ delivery: { attemptCount, lastStatus } }: { delivery: Delivery }) =>
  attemptCount === 0 ? <span className="text-faint">None yet</span> : <AnswerBadge status={lastStatus} />

function RedeliverButton({ id, refusal }: { id: string; refusal: string | null }) {
  const { redeliver, isPending } = useRedeliver()
  return (
    <IconButton
      label="Send again"
      icon={<RotateCw aria-hidden />}
      refusal={refusal}
      isBusy={isPending}
      onClick={() => redeliver(id)}
    />
  )
}

/** Moves the focus to the next or previous row; from elsewhere to the first or the last one. */
function focusRow(list: HTMLElement | null, step: 1 | -1): void {
  const links = [...(list?.querySelectorAll<HTMLElement>('tbody th a') ?? [])]
  const at = links.findIndex((link) => link.matches(':focus'))
  const next = at === -1 ? (step === 1 ? 0 : links.length - 1) : at + step
  links[next]?.focus()
}
