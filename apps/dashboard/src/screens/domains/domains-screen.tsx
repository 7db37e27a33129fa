import type { Domain } from '@inlet/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Globe, Settings2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { AddressText } from '../../design/address-text.tsx'
import { StateDot } from '../../design/badge.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { lazily } from '../../design/lazily.tsx'
import type { Column } from '../../design/list.tsx'
import { MenuItem, RowMenu } from '../../design/menu.tsx'
import { ListScreen } from '../../shell/list-screen.tsx'
import { useRefusal, useService } from '../../shell/service-context.tsx'
import { domainStates, problemSummary } from './domain-labels.ts'
import type { domainsSearch } from './search.ts'

const AddDomainDialog = lazily(() => import('./add-domain-dialog.tsx'), 'AddDomainDialog')
const DeleteDomainDialog = lazily(() => import('./delete-domain-dialog.tsx'), 'DeleteDomainDialog')

const route = getRouteApi('/services/$serviceId/domains')

/** The domains of the service. */
export function DomainsScreen() {
  const { id: serviceId } = useService()
  const trpc = useTRPC()
  const refusal = useRefusal('admin')
  const { cursor, dialog } = route.useSearch()
  const navigate = route.useNavigate()
  const [deleted, setDeleted] = useState<Domain | null>(null)
  const query = useQuery(
    trpc.dashboard.listDomains.queryOptions({ id: serviceId, cursor }, { placeholderData: keepPreviousData }),
  )
  const setSearch = (changed: ReturnType<typeof domainsSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...changed }) })
  const openDomain = (domainId: string) =>
    void navigate({ to: '/services/$serviceId/domains/$domainId', params: { serviceId, domainId } })

  const columns: Column<Domain>[] = [
    {
      name: 'Domain',
      className: 'min-w-40 max-w-96',
      cell: ({ id, hostname }) => (
        <Link
          to="/services/$serviceId/domains/$domainId"
          params={{ serviceId, domainId: id }}
          className="font-medium underline-offset-2 hover:underline"
        >
          <AddressText>{hostname}</AddressText>
        </Link>
      ),
    },
    { name: 'State', cell: (domain) => <State domain={domain} /> },
    {
      name: 'Web inbox',
      className: 'max-md:hidden',
      cell: ({ publicInbox }) => (publicInbox ? 'Open' : <span className="text-faint">Closed</span>),
    },
    { name: 'Added', className: 'text-muted max-md:hidden', cell: ({ createdAt }) => <DateTime at={createdAt} /> },
    {
      name: 'Actions',
      isNameHidden: true,
      className: 'w-px text-right',
      cell: (domain) => (
        <RowMenu name={domain.hostname}>
          <MenuItem icon={Settings2} onSelect={() => openDomain(domain.id)}>
            Records and settings
          </MenuItem>
          <MenuItem icon={Trash2} isDangerous refusal={refusal} onSelect={() => setDeleted(domain)}>
            Delete…
          </MenuItem>
        </RowMenu>
      ),
    },
  ]
  return (
    <ListScreen
      title="Domains"
      noun="domains"
      description="Mail to your domain arrives here once its DNS records prove that you own it and send its mail to this server."
      create={{ label: 'Add domain', refusal, onOpen: () => setSearch({ dialog: 'add' }) }}
      query={query}
      columns={columns}
      empty={{
        icon: Globe,
        title: 'No domains yet',
        text: 'Add a domain or a subdomain such as mail.example.com, then create two records at your DNS provider.',
      }}
      cursor={cursor}
      onPage={(next) => setSearch({ cursor: next })}
    >
      {dialog === 'add' && refusal === null && (
        <AddDomainDialog onClose={() => setSearch({ dialog: undefined })} onAdded={openDomain} />
      )}
      {deleted && <DeleteDomainDialog domain={deleted} onClose={() => setDeleted(null)} />}
    </ListScreen>
  )
}

function State({ domain }: { domain: Domain }) {
  const { tone, label } = domainStates[domain.state]
  const problems = domain.state === 'lost' ? 'Another service has taken it over' : problemSummary(domain)
  return (
    <span className="grid">
      <StateDot tone={tone}>{label}</StateDot>
      {problems !== null && (
        <span className="line-clamp-2 max-w-72 pl-3.5 text-faint text-xs max-sm:hidden">{problems}</span>
      )}
    </span>
  )
}
