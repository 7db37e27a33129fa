import type { Domain } from '@inlet/contract'
import { Link } from '@tanstack/react-router'
import { MoreHorizontal, Settings2, Trash2 } from 'lucide-react'
import { AddressText } from '../../design/address-text.tsx'
import { StateDot } from '../../design/badge.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { IconButton } from '../../design/icon-button.tsx'
import { Menu, MenuItem } from '../../design/menu.tsx'
import { Cell, Row } from '../../design/table.tsx'
import { domainStates, problemWords } from './domain-words.ts'

interface DomainRowProps {
  domain: Domain
  refusal: string | null
  onOpen: () => void
  onDelete: () => void
}

/** A domain in the list. */
export function DomainRow({ domain, refusal, onOpen, onDelete }: DomainRowProps) {
  const { id, serviceId, hostname, state, publicInbox, createdAt } = domain
  const problems = state === 'lost' ? 'Another service has taken it over' : problemWords(domain)
  return (
    <Row>
      <Cell isHead className="min-w-40 max-w-96">
        <Link
          to="/services/$serviceId/domains/$domainId"
          params={{ serviceId, domainId: id }}
          className="font-medium underline-offset-2 hover:underline"
        >
          <AddressText>{hostname}</AddressText>
        </Link>
      </Cell>
      <Cell>
        <span className="grid">
          <StateDot tone={domainStates[state].tone}>{domainStates[state].word}</StateDot>
          {problems !== null && (
            <span className="line-clamp-2 max-w-72 pl-3.5 text-faint text-xs max-sm:hidden">{problems}</span>
          )}
        </span>
      </Cell>
      <Cell className="max-md:hidden">{publicInbox ? 'Open' : <span className="text-faint">Closed</span>}</Cell>
      <Cell className="text-muted max-md:hidden">
        <DateTime at={createdAt} />
      </Cell>
      <Cell className="w-px text-right">
        <Menu trigger={<IconButton label={`Actions for ${hostname}`} icon={<MoreHorizontal aria-hidden />} />}>
          <MenuItem icon={Settings2} onSelect={onOpen}>
            Records and settings
          </MenuItem>
          <MenuItem icon={Trash2} isDangerous refusal={refusal} onSelect={onDelete}>
            Delete…
          </MenuItem>
        </Menu>
      </Cell>
    </Row>
  )
}
