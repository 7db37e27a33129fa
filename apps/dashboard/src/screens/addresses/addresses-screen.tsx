import type { AddressListItem } from '@inlet/contract'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { AtSign, CalendarPlus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { errorText } from '../../api/call-error.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { Button } from '../../design/button.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { formatTime } from '../../design/format-time.ts'
import { lazily } from '../../design/lazily.tsx'
import type { Column } from '../../design/list.tsx'
import { MenuItem, RowMenu } from '../../design/menu.tsx'
import { toast } from '../../design/toast.ts'
import { useCommands } from '../../shell/commands.tsx'
import { ListScreen } from '../../shell/list-screen.tsx'
import { useRefusal, useService } from '../../shell/service-context.tsx'
import { formatCount } from '../billing/format-amounts.ts'
import { AddressFilters } from './address-filters.tsx'
import { AddressName } from './address-name.tsx'
import type { addressesSearch } from './search.ts'

const CreateAddressDialog = lazily(() => import('./create-address-dialog.tsx'), 'CreateAddressDialog')
const DeleteAddressDialog = lazily(() => import('./delete-address-dialog.tsx'), 'DeleteAddressDialog')
const DeleteUnusedDialog = lazily(() => import('./delete-unused-dialog.tsx'), 'DeleteUnusedDialog')

const route = getRouteApi('/services/$serviceId/addresses')

/** The addresses of the service. */
export function AddressesScreen() {
  const { id } = useService()
  const trpc = useTRPC()
  const refusal = useRefusal('admin')
  const { cursor, hostname, q, madeBy, dialog } = route.useSearch()
  const navigate = route.useNavigate()
  const [deleted, setDeleted] = useState<AddressListItem | 'unused' | null>(null)
  const searchInput = useRef<HTMLInputElement>(null)
  const extend = useExtend()
  const query = useQuery(
    trpc.integrator.listAddresses.queryOptions(
      { id, cursor, hostname, q, madeBy },
      { placeholderData: keepPreviousData },
    ),
  )
  const setSearch = (changed: ReturnType<typeof addressesSearch>, replace = false) =>
    void navigate({ search: (now) => ({ ...now, ...changed }), replace })
  useCommands([{ name: 'Search addresses', group: 'This page', keys: '/', run: () => searchInput.current?.focus() }])

  const columns: Column<AddressListItem>[] = [
    { name: 'Address', className: 'min-w-44 max-w-96', cell: (address) => <AddressName address={address} /> },
    {
      name: 'Messages',
      className: 'text-right tabular-nums',
      cell: ({ messageCount }) =>
        messageCount === 0 ? <span className="text-faint">0</span> : formatCount(messageCount),
    },
    {
      name: 'Last message',
      className: 'text-muted max-sm:hidden',
      cell: ({ lastMessageAt }) => <DateTime at={lastMessageAt} />,
    },
    { name: 'Created', className: 'text-muted max-md:hidden', cell: ({ createdAt }) => <DateTime at={createdAt} /> },
    { name: 'Expires', className: 'text-muted max-lg:hidden', cell: ({ expiresAt }) => <DateTime at={expiresAt} /> },
    {
      name: 'Actions',
      isNameHidden: true,
      className: 'w-px text-right',
      cell: (address) => (
        <RowMenu name={address.fullAddress}>
          <MenuItem icon={CalendarPlus} refusal={refusal} onSelect={() => extend(address.id)}>
            Extend
          </MenuItem>
          <MenuItem icon={Trash2} isDangerous refusal={refusal} onSelect={() => setDeleted(address)}>
            Delete…
          </MenuItem>
        </RowMenu>
      ),
    },
  ]
  return (
    <ListScreen
      title="Addresses"
      noun="addresses"
      description="Every address has its own inbox. An address that never receives mail is removed after 90 days."
      create={{ label: 'Create address', refusal, onOpen: () => setSearch({ dialog: 'create' }) }}
      actions={
        <Button refusal={refusal} onClick={() => setDeleted('unused')}>
          Delete unused…
        </Button>
      }
      filters={
        <AddressFilters
          q={q}
          hostname={hostname}
          madeBy={madeBy}
          onChange={(filters) => setSearch({ ...filters, cursor: undefined }, true)}
          searchRef={searchInput}
        />
      }
      onClearFilters={q || hostname || madeBy ? () => void navigate({ search: {} }) : undefined}
      query={query}
      columns={columns}
      empty={{
        icon: AtSign,
        title: 'No addresses yet',
        text: 'Create one here, or let your test suite create them with an API key.',
      }}
      cursor={cursor}
      onPage={(next) => setSearch({ cursor: next })}
    >
      {dialog === 'create' && refusal === null && (
        <CreateAddressDialog hostname={hostname} onClose={() => setSearch({ dialog: undefined })} />
      )}
      {deleted === 'unused' && <DeleteUnusedDialog onClose={() => setDeleted(null)} />}
      {deleted !== null && deleted !== 'unused' && (
        <DeleteAddressDialog address={deleted} onClose={() => setDeleted(null)} />
      )}
    </ListScreen>
  )
}

/** Moves the expiry date of an address. */
function useExtend(): (id: string) => void {
  const trpc = useTRPC()
  const refresh = useRefresh()
  const { mutate } = useMutation(
    trpc.dashboard.extendAddress.mutationOptions({
      onSuccess: ({ data }) => {
        void refresh(trpc.integrator.listAddresses)
        void toast('success', `The address now expires on ${formatTime(new Date(data.expiresAt))}`)
      },
      onError: (error) => void toast('error', errorText(error)),
    }),
  )
  return (id) => mutate({ id })
}
