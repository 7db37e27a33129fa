import type { AuditEntry } from '@inlet/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Download, Lock, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { useDownload } from '../../api/use-download.ts'
import { Button } from '../../design/button.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { InlineError } from '../../design/inline-error.tsx'
import { lazily } from '../../design/lazily.tsx'
import type { Column } from '../../design/list.tsx'
import { inOrder } from '../../design/visible-text.ts'
import { ListScreen } from '../../shell/list-screen.tsx'
import { PageHeader } from '../../shell/page-header.tsx'
import { useRefusal, useService } from '../../shell/service-context.tsx'
import { actionLabel } from './action-label.ts'
import { actorLabel } from './actor-label.ts'
import { type AuditLogFilters, AuditLogFiltersBar } from './audit-log-filters.tsx'
import { timesOf } from './days.ts'

const AuditEntryDialog = lazily(() => import('./audit-entry-dialog.tsx'), 'AuditEntryDialog')

const route = getRouteApi('/services/$serviceId/audit-log')

const header = {
  title: 'Audit log',
  description: 'Every change in this service: who made it, when and from where. Entries cannot be changed or deleted.',
}

const exportLabel = (
  <>
    <Download aria-hidden />
    Export
  </>
)

/** What people, the operator and Inlet itself have changed in the service. Viewers may not see it. */
export function AuditLogScreen() {
  const refusal = useRefusal('admin')
  if (refusal === null) return <AuditLog />
  return (
    <>
      <PageHeader {...header} actions={<Button refusal={refusal}>{exportLabel}</Button>} />
      <div className="rounded-lg border border-line bg-surface">
        <EmptyState icon={Lock} title="Viewers cannot see the audit log">
          It names people and their IP addresses. {refusal}.
        </EmptyState>
      </div>
    </>
  )
}

function AuditLog() {
  const { id } = useService()
  const trpc = useTRPC()
  const { cursor, ...filters } = route.useSearch()
  const navigate = route.useNavigate()
  const [shown, setShown] = useState<AuditEntry | null>(null)
  const { actor, action } = filters
  const wanted = { ...(actor && { actor }), ...(action && { action }), ...timesOf(filters) }
  const query = useQuery(
    trpc.dashboard.listAuditLog.queryOptions(
      { id, ...wanted, cursor },
      // The live feed has no events for new entries.
      { placeholderData: keepPreviousData, staleTime: 0 },
    ),
  )
  const download = useDownload()
  const filter = (next: AuditLogFilters) => void navigate({ search: next })
  /** A line of JSON for each entry that matches, newest first. */
  const save = () =>
    download.mutate({
      path: `/services/${id}/audit-log?${new URLSearchParams(wanted)}`,
      name: 'audit-log.ndjson',
      headers: { accept: 'application/x-ndjson' },
    })

  const columns: Column<AuditEntry>[] = [
    {
      name: 'Action',
      className: 'max-sm:w-full max-sm:max-w-0 sm:min-w-36 sm:max-w-72',
      cell: (entry) => <Action entry={entry} onOpen={() => setShown(entry)} />,
    },
    {
      name: 'Who',
      className: 'max-w-56 max-sm:hidden',
      cell: (entry) => (
        <span dir="auto" className="block truncate">
          {actorLabel(entry.actor)}
        </span>
      ),
    },
    {
      name: 'From',
      className: 'whitespace-nowrap text-muted max-md:hidden',
      cell: ({ ip }) => ip ?? <span className="text-faint">None</span>,
    },
    { name: 'When', className: 'text-right text-muted', cell: ({ at }) => <DateTime at={at} /> },
  ]
  return (
    <ListScreen
      {...header}
      noun="audit log"
      actions={
        <Button isBusy={download.isPending} onClick={save}>
          {download.isPending ? 'Export' : exportLabel}
        </Button>
      }
      filters={
        <>
          <AuditLogFiltersBar filters={filters} onChange={filter} />
          <div className="mb-3 empty:hidden">
            <InlineError error={download.error} />
          </div>
        </>
      }
      onClearFilters={Object.keys(wanted).length > 0 ? () => filter({}) : undefined}
      query={query}
      columns={columns}
      empty={{ icon: ScrollText, title: 'No changes yet', text: 'The first change in this service appears here.' }}
      cursor={cursor}
      onPage={(next) => void navigate({ search: (now) => ({ ...now, cursor: next }) })}
    >
      {shown && (
        <AuditEntryDialog
          entry={shown}
          onFilterActor={(person) => {
            setShown(null)
            filter({ actor: person })
          }}
          onClose={() => setShown(null)}
        />
      )}
    </ListScreen>
  )
}

/** Names are texts of strangers in any script. */
function Action({ entry: { action, actor, target, note }, onOpen }: { entry: AuditEntry; onOpen: () => void }) {
  const subject = inOrder(target.name ?? note ?? '')
  return (
    <>
      <button
        type="button"
        onClick={onOpen}
        className="rounded-sm text-left font-medium underline-offset-4 hover:underline"
      >
        {actionLabel(action)}
      </button>
      {subject !== '' && (
        <span dir="auto" className="block truncate text-muted text-xs">
          {subject}
        </span>
      )}
      <span className="block truncate text-faint text-xs sm:hidden">
        by <bdi>{actorLabel(actor)}</bdi>
      </span>
    </>
  )
}
