import type { AddressListItem } from '@inlet/contract'
import { Link } from '@tanstack/react-router'
import { LockKeyhole } from 'lucide-react'
import { AddressText } from '../../design/address-text.tsx'
import { CopyButton } from '../../design/copy-button.tsx'
import { Tooltip } from '../../design/tooltip.tsx'
import { useService } from '../../shell/service-context.tsx'

/** An address in the list: it leads to its inbox, says whether it has a password, and can be copied. */
export function AddressName({ address: { fullAddress, hasPassword } }: { address: AddressListItem }) {
  const { id } = useService()
  return (
    <span className="flex items-center gap-1">
      <Link
        to="/services/$serviceId/inbox/$address"
        params={{ serviceId: id, address: fullAddress }}
        className="min-w-0 font-medium underline-offset-2 hover:underline"
      >
        <AddressText>{fullAddress}</AddressText>
      </Link>
      {hasPassword && (
        <Tooltip text="Visitors of the web inbox need a password">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its tooltip can be read with the keyboard */}
          <span role="img" aria-label="With a password" tabIndex={0} className="rounded p-0.5 text-faint">
            <LockKeyhole aria-hidden className="size-3.5" />
          </span>
        </Tooltip>
      )}
      <span className="-my-1 max-sm:-mr-2">
        <CopyButton text={fullAddress} of={fullAddress} />
      </span>
    </span>
  )
}
