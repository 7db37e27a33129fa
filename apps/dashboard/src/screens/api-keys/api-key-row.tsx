import type { ApiKey } from '@inlet/contract'
import { Ban, MoreHorizontal, RefreshCw } from 'lucide-react'
import { Badge, StateDot, type Tone } from '../../design/badge.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { IconButton } from '../../design/icon-button.tsx'
import { Menu, MenuItem } from '../../design/menu.tsx'
import { Cell, Row } from '../../design/table.tsx'
import { inOrder } from '../../design/visible-text.ts'

interface ApiKeyRowProps {
  apiKey: ApiKey
  refusal: string | null
  onRotate: () => void
  onRevoke: () => void
}

const states: Record<ApiKey['state'], { tone: Tone; word: string }> = {
  active: { tone: 'good', word: 'Active' },
  revoked: { tone: 'neutral', word: 'Revoked' },
  expired: { tone: 'neutral', word: 'Expired' },
}

/** A key in the list. */
export function ApiKeyRow({ apiKey, refusal, onRotate, onRevoke }: ApiKeyRowProps) {
  const { name, prefix, lastFour, scope, livemode, state, expiresAt, revokedAt, lastUsedAt, createdAt } = apiKey
  const isEnded = state === 'active' ? null : `This key is ${state} already`
  const endsAt = revokedAt ?? expiresAt
  const kind = (
    <span className="flex gap-1.5">
      <Badge tone={scope === 'admin' ? 'accent' : 'neutral'}>{scope}</Badge>
      {!livemode && <Badge tone="warn">test</Badge>}
    </span>
  )
  return (
    <Row>
      <Cell isHead className="min-w-36 max-w-80">
        <bdi className="line-clamp-2 font-medium">{inOrder(name)}</bdi>
        <code className="whitespace-nowrap font-mono text-faint text-xs">
          {prefix}…{lastFour}
        </code>
        <div className="mt-1 sm:hidden">{kind}</div>
      </Cell>
      <Cell className="max-sm:hidden">{kind}</Cell>
      <Cell>
        <span className="grid">
          <StateDot tone={states[state].tone}>{states[state].word}</StateDot>
          {endsAt !== null && (
            <span className="whitespace-nowrap pl-3.5 text-faint text-xs">
              {state === 'active' && 'ends '}
              <DateTime at={endsAt} />
            </span>
          )}
        </span>
      </Cell>
      <Cell className="text-muted max-md:hidden">
        <DateTime at={lastUsedAt} />
      </Cell>
      <Cell className="text-muted max-md:hidden">
        <DateTime at={createdAt} />
      </Cell>
      <Cell className="w-px text-right">
        <Menu trigger={<IconButton label={`Actions for ${name}`} icon={<MoreHorizontal aria-hidden />} />}>
          <MenuItem icon={RefreshCw} refusal={refusal ?? isEnded} onSelect={onRotate}>
            Rotate…
          </MenuItem>
          <MenuItem icon={Ban} isDangerous refusal={refusal ?? isEnded} onSelect={onRevoke}>
            Revoke…
          </MenuItem>
        </Menu>
      </Cell>
    </Row>
  )
}
