import type { ApiKey } from '@inlet/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Ban, KeyRound, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { Badge, StateDot, type Tone } from '../../design/badge.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { lazily } from '../../design/lazily.tsx'
import type { Column } from '../../design/list.tsx'
import { MenuItem, RowMenu } from '../../design/menu.tsx'
import { inOrder } from '../../design/visible-text.ts'
import { ListScreen } from '../../shell/list-screen.tsx'
import { useRefusal, useService } from '../../shell/service-context.tsx'
import type { apiKeysSearch } from './search.ts'

const CreateKeyDialog = lazily(() => import('./create-key-dialog.tsx'), 'CreateKeyDialog')
const RotateKeyDialog = lazily(() => import('./rotate-key-dialog.tsx'), 'RotateKeyDialog')
const RevokeKeyDialog = lazily(() => import('./revoke-key-dialog.tsx'), 'RevokeKeyDialog')

const route = getRouteApi('/services/$serviceId/api-keys')

/** The API keys of the service. */
export function ApiKeysScreen() {
  const { id } = useService()
  const trpc = useTRPC()
  const refusal = useRefusal('admin')
  const { cursor, dialog } = route.useSearch()
  const navigate = route.useNavigate()
  const [action, setAction] = useState<{ kind: 'rotate' | 'revoke'; apiKey: ApiKey } | null>(null)
  const query = useQuery(trpc.dashboard.listApiKeys.queryOptions({ id, cursor }, { placeholderData: keepPreviousData }))
  const setSearch = (changed: ReturnType<typeof apiKeysSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...changed }) })

  const columns: Column<ApiKey>[] = [
    {
      name: 'Name',
      className: 'min-w-36 max-w-80',
      cell: (apiKey) => (
        <>
          <bdi className="line-clamp-2 font-medium">{inOrder(apiKey.name)}</bdi>
          <code className="whitespace-nowrap font-mono text-faint text-xs">
            {apiKey.prefix}…{apiKey.lastFour}
          </code>
          <div className="mt-1 sm:hidden">
            <Scope apiKey={apiKey} />
          </div>
        </>
      ),
    },
    { name: 'Scope', className: 'max-sm:hidden', cell: (apiKey) => <Scope apiKey={apiKey} /> },
    { name: 'State', cell: (apiKey) => <State apiKey={apiKey} /> },
    {
      name: 'Last used',
      className: 'text-muted max-md:hidden',
      cell: ({ lastUsedAt }) => <DateTime at={lastUsedAt} />,
    },
    { name: 'Created', className: 'text-muted max-md:hidden', cell: ({ createdAt }) => <DateTime at={createdAt} /> },
    {
      name: 'Actions',
      isNameHidden: true,
      className: 'w-px text-right',
      cell: (apiKey) => {
        const reason = refusal ?? (apiKey.state === 'active' ? null : `This key is already ${apiKey.state}`)
        return (
          <RowMenu name={apiKey.name}>
            <MenuItem icon={RefreshCw} refusal={reason} onSelect={() => setAction({ kind: 'rotate', apiKey })}>
              Rotate…
            </MenuItem>
            <MenuItem icon={Ban} isDangerous refusal={reason} onSelect={() => setAction({ kind: 'revoke', apiKey })}>
              Revoke…
            </MenuItem>
          </RowMenu>
        )
      },
    },
  ]
  return (
    <ListScreen
      title="API keys"
      noun="API keys"
      description="Your programs send a key in the X-API-Key header to read mail and create addresses. Give each key the smallest scope that its program needs."
      create={{ label: 'Create API key', refusal, onOpen: () => setSearch({ dialog: 'create' }) }}
      query={query}
      columns={columns}
      empty={{
        icon: KeyRound,
        title: 'No API keys yet',
        text: 'Your test suite or program needs a key to read the codes that arrive here.',
      }}
      cursor={cursor}
      onPage={(next) => setSearch({ cursor: next })}
    >
      {dialog === 'create' && refusal === null && <CreateKeyDialog onClose={() => setSearch({ dialog: undefined })} />}
      {action?.kind === 'rotate' && <RotateKeyDialog apiKey={action.apiKey} onClose={() => setAction(null)} />}
      {action?.kind === 'revoke' && <RevokeKeyDialog apiKey={action.apiKey} onClose={() => setAction(null)} />}
    </ListScreen>
  )
}

const Scope = ({ apiKey: { scope, livemode } }: { apiKey: ApiKey }) => (
  <span className="flex gap-1.5">
    <Badge tone={scope === 'admin' ? 'accent' : 'neutral'}>{scope}</Badge>
    {!livemode && <Badge tone="warn">test</Badge>}
  </span>
)

const states: Record<ApiKey['state'], { tone: Tone; label: string }> = {
  active: { tone: 'good', label: 'Active' },
  revoked: { tone: 'neutral', label: 'Revoked' },
  expired: { tone: 'neutral', label: 'Expired' },
}

function State({ apiKey: { state, revokedAt, expiresAt } }: { apiKey: ApiKey }) {
  const endsAt = revokedAt ?? expiresAt
  return (
    <span className="grid">
      <StateDot tone={states[state].tone}>{states[state].label}</StateDot>
      {endsAt !== null && (
        <span className="whitespace-nowrap pl-3.5 text-faint text-xs">
          {state === 'active' && 'expires '}
          <DateTime at={endsAt} />
        </span>
      )}
    </span>
  )
}
