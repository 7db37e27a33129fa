import type { AddressListItem } from '@inlet/contract'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { AtSign, Plus, SearchX } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { faultOf, faultWords } from '../../api/fault.ts'
import { Button } from '../../design/button.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { lazily } from '../../design/lazily.tsx'
import { Pager } from '../../design/pager.tsx'
import { Table } from '../../design/table.tsx'
import { TableBody } from '../../design/table-body.tsx'
import { fullTime } from '../../design/time-words.ts'
import { toast } from '../../design/toast.ts'
import { useCommands } from '../../shell/commands.tsx'
import { PageHeader } from '../../shell/page-header.tsx'
import { useRefusal, useService } from '../../shell/service-context.tsx'
import { AddressFilters } from './address-filters.tsx'
import { AddressRow } from './address-row.tsx'
import { useAddressesChanged } from './use-addresses-changed.ts'

const CreateAddressDialog = lazily(() => import('./create-address-dialog.tsx'), 'CreateAddressDialog')
const DeleteAddressDialog = lazily(() => import('./delete-address-dialog.tsx'), 'DeleteAddressDialog')

const route = getRouteApi('/services/$serviceId/addresses')

const columns = [
  { key: 'address', name: 'Address' },
  { key: 'messages', name: 'Messages', className: 'text-right' },
  { key: 'last', name: 'Last message', className: 'max-sm:hidden' },
  { key: 'created', name: 'Created', className: 'max-md:hidden' },
  { key: 'expires', name: 'Expires', className: 'max-lg:hidden' },
  { key: 'acts', name: 'Actions', isHidden: true },
]

/** The addresses of the service. */
export function AddressesScreen() {
  const { id } = useService()
  const trpc = useTRPC()
  const refusal = useRefusal('admin')
  const { cursor, hostname, q, dialog } = route.useSearch()
  const navigate = route.useNavigate()
  const [deleted, setDeleted] = useState<AddressListItem | null>(null)
  const search = useRef<HTMLInputElement>(null)
  const extend = useExtend()
  const query = useQuery(
    trpc.integrator.listAddresses.queryOptions(
      { id, ...(cursor && { cursor }), ...(hostname && { hostname }), ...(q && { q }) },
      { placeholderData: keepPreviousData },
    ),
  )
  const openCreate = () => void navigate({ search: (now) => ({ ...now, dialog: 'create' }) })
  const closeCreate = () => void navigate({ search: (now) => ({ ...now, dialog: undefined }) })
  const create = (
    <Button look="primary" refusal={refusal} onClick={openCreate}>
      <Plus aria-hidden />
      Create address
    </Button>
  )
  useCommands([
    ...(refusal === null ? [{ name: 'Create address', group: 'This page', keys: 'c', run: openCreate } as const] : []),
    { name: 'Search addresses', group: 'This page', keys: '/', run: () => search.current?.focus() },
  ])

  return (
    <>
      <PageHeader
        title="Addresses"
        description="Every address has an inbox of its own. One that never receives a mail is removed after 90 days."
        actions={create}
      />
      <AddressFilters
        q={q}
        hostname={hostname}
        onChange={(filters) =>
          void navigate({ search: (now) => ({ ...now, ...filters, cursor: undefined }), replace: true })
        }
        searchRef={search}
      />
      <Table label="Addresses" columns={columns}>
        <TableBody
          query={query}
          columns={columns}
          errorTitle="The addresses could not be loaded"
          empty={
            q || hostname ? (
              <NothingFound onClear={() => void navigate({ search: {} })} />
            ) : (
              <NoAddresses action={create} />
            )
          }
        >
          {(address) => (
            <AddressRow
              key={address.id}
              address={address}
              refusal={refusal}
              onExtend={() => extend(address.id)}
              onDelete={() => setDeleted(address)}
            />
          )}
        </TableBody>
      </Table>
      <Pager
        cursor={cursor}
        meta={query.data?.meta}
        onChange={(next) => void navigate({ search: (now) => ({ ...now, cursor: next }) })}
      />
      {dialog === 'create' && refusal === null && <CreateAddressDialog hostname={hostname} onClose={closeCreate} />}
      {deleted && <DeleteAddressDialog address={deleted} onClose={() => setDeleted(null)} />}
    </>
  )
}

const NoAddresses = ({ action }: { action: ReactNode }) => (
  <EmptyState icon={AtSign} title="No addresses yet" action={action}>
    Make one here, or let a test suite make them with an API key. Mail to it arrives within a moment.
  </EmptyState>
)

const NothingFound = ({ onClear }: { onClear: () => void }) => (
  <EmptyState icon={SearchX} title="No address fits" action={<Button onClick={onClear}>Clear the filters</Button>}>
    The search looks into the part before the @ alone.
  </EmptyState>
)

/** Moves the end of an address further away. */
function useExtend(): (id: string) => void {
  const trpc = useTRPC()
  const addressesChanged = useAddressesChanged()
  const { mutate } = useMutation(
    trpc.dashboard.extendAddress.mutationOptions({
      onSuccess: ({ data }) => {
        void addressesChanged()
        void toast('success', `The address now ends on ${fullTime(new Date(data.expiresAt))}`)
      },
      onError: (error) => void toast('error', faultWords(faultOf(error))),
    }),
  )
  return (id) => mutate({ id })
}
