import type { Domain } from '@inlet/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Globe, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { Button } from '../../design/button.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { lazily } from '../../design/lazily.tsx'
import { Pager } from '../../design/pager.tsx'
import { Table } from '../../design/table.tsx'
import { TableBody } from '../../design/table-body.tsx'
import { useCommands } from '../../shell/commands.tsx'
import { PageHeader } from '../../shell/page-header.tsx'
import { useRefusal, useService } from '../../shell/service-context.tsx'
import { DomainRow } from './domain-row.tsx'

const AddDomainDialog = lazily(() => import('./add-domain-dialog.tsx'), 'AddDomainDialog')
const DeleteDomainDialog = lazily(() => import('./delete-domain-dialog.tsx'), 'DeleteDomainDialog')

const route = getRouteApi('/services/$serviceId/domains')

const columns = [
  { key: 'hostname', name: 'Domain' },
  { key: 'state', name: 'State' },
  { key: 'web', name: 'Web inbox', className: 'max-md:hidden' },
  { key: 'added', name: 'Added', className: 'max-md:hidden' },
  { key: 'acts', name: 'Actions', isHidden: true },
]

/** The domains of the service. */
export function DomainsScreen() {
  const { id } = useService()
  const trpc = useTRPC()
  const refusal = useRefusal('admin')
  const { cursor, dialog } = route.useSearch()
  const navigate = route.useNavigate()
  const [deleted, setDeleted] = useState<Domain | null>(null)
  const query = useQuery(
    trpc.dashboard.listDomains.queryOptions({ id, ...(cursor && { cursor }) }, { placeholderData: keepPreviousData }),
  )
  const openAdd = () => void navigate({ search: (now) => ({ ...now, dialog: 'add' }) })
  const closeAdd = () => void navigate({ search: (now) => ({ ...now, dialog: undefined }) })
  const openDomain = (domainId: string) =>
    void navigate({ to: '/services/$serviceId/domains/$domainId', params: { serviceId: id, domainId } })
  useCommands(refusal === null ? [{ name: 'Add domain', group: 'This page', keys: 'c', run: openAdd }] : [])

  const add = (
    <Button look="primary" refusal={refusal} onClick={openAdd}>
      <Plus aria-hidden />
      Add domain
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Domains"
        description="Mail to a domain of yours arrives here as soon as its DNS says that it is yours, and that its mail comes here."
        actions={add}
      />
      <Table label="Domains" columns={columns}>
        <TableBody
          query={query}
          columns={columns}
          errorTitle="The domains could not be loaded"
          empty={
            <EmptyState icon={Globe} title="No domains yet" action={add}>
              Add a domain, or a subdomain such as mail.example.com, and enter two records at its DNS provider.
            </EmptyState>
          }
        >
          {(domain) => (
            <DomainRow
              key={domain.id}
              domain={domain}
              refusal={refusal}
              onOpen={() => openDomain(domain.id)}
              onDelete={() => setDeleted(domain)}
            />
          )}
        </TableBody>
      </Table>
      <Pager
        cursor={cursor}
        meta={query.data?.meta}
        onChange={(next) => void navigate({ search: (now) => ({ ...now, cursor: next }) })}
      />
      {dialog === 'add' && refusal === null && <AddDomainDialog onClose={closeAdd} onAdded={openDomain} />}
      {deleted && <DeleteDomainDialog domain={deleted} onClose={() => setDeleted(null)} />}
    </>
  )
}
