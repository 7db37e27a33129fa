import type { AddressListItem } from '@inlet/contract'
import { CalendarPlus, LockKeyhole, MoreHorizontal, Trash2 } from 'lucide-react'
import { CopyButton } from '../../design/copy-button.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { IconButton } from '../../design/icon-button.tsx'
import { Menu, MenuItem } from '../../design/menu.tsx'
import { Cell, Row } from '../../design/table.tsx'
import { Tooltip } from '../../design/tooltip.tsx'
import { countWords } from '../billing/amounts.ts'
import { AddressLink } from './address-link.tsx'

interface AddressRowProps {
  address: AddressListItem
  refusal: string | null
  onExtend: () => void
  onDelete: () => void
}

/** An address in the list. */
export function AddressRow({ address, refusal, onExtend, onDelete }: AddressRowProps) {
  const { fullAddress, hasPassword, messageCount, lastMessageAt, createdAt, expiresAt } = address
  return (
    <Row>
      <Cell isHead className="min-w-44 max-w-96">
        <span className="flex items-center gap-1">
          <AddressLink address={fullAddress} />
          {hasPassword && <PasswordMark />}
          <span className="-my-1 max-sm:-mr-2">
            <CopyButton text={fullAddress} of={fullAddress} />
          </span>
        </span>
      </Cell>
      <Cell className="text-right tabular-nums">
        {messageCount === 0 ? <span className="text-faint">0</span> : countWords(messageCount)}
      </Cell>
      <Cell className="text-muted max-sm:hidden">
        <DateTime at={lastMessageAt} />
      </Cell>
      <Cell className="text-muted max-md:hidden">
        <DateTime at={createdAt} />
      </Cell>
      <Cell className="text-muted max-lg:hidden">
        <DateTime at={expiresAt} />
      </Cell>
      <Cell className="w-px text-right">
        <Menu trigger={<IconButton label={`Actions for ${fullAddress}`} icon={<MoreHorizontal aria-hidden />} />}>
          <MenuItem icon={CalendarPlus} refusal={refusal} onSelect={onExtend}>
            Extend
          </MenuItem>
          <MenuItem icon={Trash2} isDangerous refusal={refusal} onSelect={onDelete}>
            Delete…
          </MenuItem>
        </Menu>
      </Cell>
    </Row>
  )
}

const PasswordMark = () => (
  <Tooltip text="Visitors of the web inbox need a password">
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its tooltip can be read with the keyboard */}
    <span role="img" aria-label="With a password" tabIndex={0} className="rounded p-0.5 text-faint">
      <LockKeyhole aria-hidden className="size-3.5" />
    </span>
  </Tooltip>
)
