import type { DeliveryState, Webhook } from '@inlet/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { useRef } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { Button } from '../../design/button.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { lazily } from '../../design/lazily.tsx'
import { Pager } from '../../design/pager.tsx'
import { Select } from '../../design/select.tsx'
import { Table } from '../../design/table.tsx'
import { TableBody } from '../../design/table-body.tsx'
import { useCommands } from '../../shell/commands.tsx'
import { useRefusal } from '../../shell/service-context.tsx'
import { DeliveryRow } from './delivery-row.tsx'
import { stateNames } from './delivery-words.ts'
import { eventChoices, eventOf } from './event-words.ts'

const DeliveryDialog = lazily(() => import('./delivery-dialog.tsx'), 'DeliveryDialog')

const route = getRouteApi('/services/$serviceId/webhooks/$webhookId')

const columns = [
  { key: 'event', name: 'Event' },
  { key: 'state', name: 'State' },
  { key: 'attempts', name: 'Last answer', className: 'max-sm:hidden' },
  { key: 'next', name: 'Next try', className: 'max-md:hidden' },
  { key: 'created', name: 'Created', className: 'max-sm:hidden' },
  { key: 'acts', name: 'Actions', isHidden: true },
]

const states: readonly DeliveryState[] = ['pending', 'succeeded', 'failed', 'cancelled']
const stateOptions = [
  { value: '', label: 'Every state' },
  ...states.map((value) => ({ value, label: stateNames[value] })),
]
const eventOptions = [
  { value: '', label: 'Every event' },
  ...eventChoices.map(({ value }) => ({ value, label: value })),
]

/** What was sent to a webhook, and will be: newest first, by state and type. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { id } = webhook
  const trpc = useTRPC()
  const refusal = useRefusal('admin')
  const { cursor, state, eventType, delivery } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useRef<HTMLDivElement>(null)
  const filters = { ...(state && { state }), ...(eventType && { eventType }) }
  const query = useQuery(
    trpc.dashboard.listDeliveries.queryOptions(
      { id, ...filters, ...(cursor && { cursor }) },
      { placeholderData: keepPreviousData },
    ),
  )
  const clear = () =>
    void navigate({ search: (now) => ({ ...now, state: undefined, eventType: undefined, cursor: undefined }) })
  const move = (step: 1 | -1) => focusRow(list.current, step)
  useCommands([
    { name: 'Next delivery', group: 'This page', keys: 'j', run: () => move(1) },
    { name: 'Previous delivery', group: 'This page', keys: 'k', run: () => move(-1) },
  ])
  return (
    <div ref={list} className="grid min-w-0 grid-cols-1 gap-3">
      <div className="flex gap-2">
        <Select
          aria-label="State"
          className="w-36 min-w-0 max-sm:flex-1"
          value={state ?? ''}
          options={stateOptions}
          onChange={({ target: { value } }) => {
            const chosen = states.find((each) => each === value)
            void navigate({ search: (now) => ({ ...now, state: chosen, cursor: undefined }) })
          }}
        />
        <Select
          aria-label="Event"
          className="w-44 min-w-0 max-sm:flex-1"
          value={eventType ?? ''}
          options={eventOptions}
          onChange={({ target: { value } }) =>
            void navigate({ search: (now) => ({ ...now, eventType: eventOf(value), cursor: undefined }) })
          }
        />
      </div>
      <div>
        <Table label="Deliveries" columns={columns}>
          <TableBody
            query={query}
            columns={columns}
            errorTitle="The deliveries could not be loaded"
            empty={<NoDeliveries isFiltered={state !== undefined || eventType !== undefined} onClear={clear} />}
          >
            {(each) => <DeliveryRow key={each.id} delivery={each} webhook={webhook} refusal={refusal} />}
          </TableBody>
        </Table>
        <Pager
          cursor={cursor}
          meta={query.data?.meta}
          onChange={(next) => void navigate({ search: (now) => ({ ...now, cursor: next }) })}
        />
      </div>
      {delivery !== undefined && (
        <DeliveryDialog
          id={delivery}
          webhook={webhook}
          refusal={refusal}
          onClose={() => void navigate({ search: (now) => ({ ...now, delivery: undefined }) })}
        />
      )}
    </div>
  )
}

const NoDeliveries = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) =>
  isFiltered ? (
    <EmptyState icon={Send} title="No such deliveries" action={<Button onClick={onClear}>Show all</Button>}>
      Nothing that was sent to this webhook in the last 30 days fits these filters.
    </EmptyState>
  ) : (
    <EmptyState icon={Send} title="Nothing was sent yet">
      The next event appears here by itself. “Send test event” tries the receiver now.
    </EmptyState>
  )

/** Moves the focus among the rows; from elsewhere to the first or the last one. */
function focusRow(list: HTMLElement | null, step: 1 | -1): void {
  const links = [...(list?.querySelectorAll<HTMLElement>('tbody th a') ?? [])]
  const at = links.findIndex((link) => link.matches(':focus'))
  const next = at === -1 ? (step === 1 ? 0 : links.length - 1) : at + step
  links[next]?.focus()
}
