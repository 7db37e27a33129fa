import type { AuditEntry } from '@inlet/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Download, Lock, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { Button } from '../../design/button.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { InlineError } from '../../design/inline-error.tsx'
import { lazily } from '../../design/lazily.tsx'
import { Pager } from '../../design/pager.tsx'
import { Table } from '../../design/table.tsx'
import { TableBody } from '../../design/table-body.tsx'
import { PageHeader } from '../../shell/page-header.tsx'
import { useRefusal, useService } from '../../shell/service-context.tsx'
import { AuditEntryRow } from './audit-entry-row.tsx'
import { type AuditLogFilters, AuditLogFiltersBar } from './audit-log-filters.tsx'
import { timesOf } from './days.ts'
import { useExport } from './use-export.ts'

const AuditEntryDialog = lazily(() => import('./audit-entry-dialog.tsx'), 'AuditEntryDialog')

const route = getRouteApi('/services/$serviceId/audit-log')

const columns = [
  { key: 'action', name: 'Action' },
  { key: 'actor', name: 'Who', className: 'max-sm:hidden' },
  { key: 'ip', name: 'From', className: 'max-md:hidden' },
  { key: 'at', name: 'When', className: 'text-right' },
]

/** What people, the operator and Inlet itself have changed in the service. */
export function AuditLogScreen() {
  const { id } = useService()
  const trpc = useTRPC()
  const refusal = useRefusal('admin')
  const { cursor, ...filters } = route.useSearch()
  const navigate = route.useNavigate()
  const [shown, setShown] = useState<AuditEntry | null>(null)
  const { actor, action } = filters
  const wanted = { ...(actor && { actor }), ...(action && { action }), ...timesOf(filters) }
  const query = useQuery(
    trpc.dashboard.listAuditLog.queryOptions(
      { id, ...wanted, ...(cursor && { cursor }) },
      // What has changed since the last look is in no event of the feed.
      { placeholderData: keepPreviousData, staleTime: 0, enabled: refusal === null },
    ),
  )
  const download = useExport()
  const filter = (next: AuditLogFilters) => void navigate({ search: next })
  const isFiltered = Object.keys(wanted).length > 0

  return (
    <>
      <PageHeader
        title="Audit log"
        description="Every change in this service: who made it, when and from where. Entries cannot be changed or deleted."
        actions={
          <Button refusal={refusal} isBusy={download.isPending} onClick={() => download.save(wanted)}>
            {!download.isPending && <Download aria-hidden />}
            Export
          </Button>
        }
      />
      {refusal !== null ? (
        <div className="rounded-lg border border-line bg-surface">
          <EmptyState icon={Lock} title="The audit log is not shown to viewers">
            It names people and their IP addresses. {refusal}.
          </EmptyState>
        </div>
      ) : (
        <>
          <AuditLogFiltersBar filters={filters} onChange={filter} />
          {download.isError && (
            <div className="mb-3">
              <InlineError error={download.error} />
            </div>
          )}
          <Table label="Audit log" columns={columns}>
            <TableBody
              query={query}
              columns={columns}
              errorTitle="The audit log could not be loaded"
              empty={
                isFiltered ? (
                  <EmptyState
                    icon={ScrollText}
                    title="No entry fits these filters"
                    action={<Button onClick={() => filter({})}>Clear filters</Button>}
                  >
                    Take one away, or choose more days.
                  </EmptyState>
                ) : (
                  <EmptyState icon={ScrollText} title="Nothing was changed yet">
                    The first change in this service will be here.
                  </EmptyState>
                )
              }
            >
              {(entry) => <AuditEntryRow key={entry.id} entry={entry} onOpen={() => setShown(entry)} />}
            </TableBody>
          </Table>
          <Pager
            cursor={cursor}
            meta={query.data?.meta}
            onChange={(next) => void navigate({ search: (now) => ({ ...now, cursor: next }) })}
          />
        </>
      )}
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
    </>
  )
}
