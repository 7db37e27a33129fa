import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { AtSign, Check, ChevronDown } from 'lucide-react'
import { useTRPC } from '../../api/api-context.tsx'
import { errorText } from '../../api/call-error.ts'
import { Button } from '../../design/button.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../design/menu.tsx'
import { useService } from '../../shell/service-context.tsx'
import { newestFirst } from './newest-first.ts'

/** Changes to the inbox of another address. */
export const AddressMenu = ({ address }: { address: string }) => (
  <Menu
    trigger={
      <Button>
        <AtSign aria-hidden className="max-sm:hidden" />
        Addresses
        <ChevronDown aria-hidden className="text-faint" />
      </Button>
    }
    className="w-[min(24rem,calc(100vw-1rem))] max-w-none!"
  >
    <AddressItems address={address} />
  </Menu>
)

function AddressItems({ address }: { address: string }) {
  const { id } = useService()
  const trpc = useTRPC()
  const navigate = useNavigate()
  const { data, error } = useQuery(trpc.integrator.listAddresses.queryOptions({ id }))
  return (
    <>
      <MenuLabel>Newest mail first</MenuLabel>
      {!data && <MenuLabel>{error ? errorText(error) : 'Loading…'}</MenuLabel>}
      {newestFirst(data?.data ?? []).map(({ id: addressId, fullAddress, lastMessageAt }) => (
        <MenuItem
          key={addressId}
          onSelect={() =>
            void navigate({
              to: '/services/$serviceId/inbox/$address',
              params: { serviceId: id, address: fullAddress },
            })
          }
          end={
            fullAddress === address ? (
              <Check aria-label="shown now" />
            ) : (
              <span className="text-faint text-xs">
                <DateTime at={lastMessageAt} none="no mail" />
              </span>
            )
          }
        >
          {fullAddress}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={() => void navigate({ to: '/services/$serviceId/addresses', params: { serviceId: id } })}>
        All addresses
      </MenuItem>
    </>
  )
}
