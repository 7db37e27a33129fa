import type { ApiKey } from '@inlet/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { KeyRound, Plus } from 'lucide-react'
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
import { ApiKeyRow } from './api-key-row.tsx'

const CreateKeyDialog = lazily(() => import('./create-key-dialog.tsx'), 'CreateKeyDialog')
const RotateKeyDialog = lazily(() => import('./rotate-key-dialog.tsx'), 'RotateKeyDialog')
const RevokeKeyDialog = lazily(() => import('./revoke-key-dialog.tsx'), 'RevokeKeyDialog')

const route = getRouteApi('/services/$serviceId/api-keys')

const columns = [
  { key: 'name', name: 'Name' },
  { key: 'scope', name: 'Scope', className: 'max-sm:hidden' },
  { key: 'state', name: 'State' },
  { key: 'used', name: 'Last used', className: 'max-md:hidden' },
  { key: 'created', name: 'Created', className: 'max-md:hidden' },
  { key: 'acts', name: 'Actions', isHidden: true },
]

/** The API keys of the service. */
export function ApiKeysScreen() {
  const { id } = useService()
  const trpc = useTRPC()
  const refusal = useRefusal('admin')
  const { cursor, dialog } = route.useSearch()
  const navigate = route.useNavigate()
  const [act, setAct] = useState<{ kind: 'rotate' | 'revoke'; apiKey: ApiKey } | null>(null)
  const query = useQuery(
    trpc.dashboard.listApiKeys.queryOptions({ id, ...(cursor && { cursor }) }, { placeholderData: keepPreviousData }),
  )
  const openCreate = () => void navigate({ search: (now) => ({ ...now, dialog: 'create' }) })
  const closeCreate = () => void navigate({ search: (now) => ({ ...now, dialog: undefined }) })
  useCommands(refusal === null ? [{ name: 'Create API key', group: 'This page', keys: 'c', run: openCreate }] : [])

  const create = (
    <Button look="primary" refusal={refusal} onClick={openCreate}>
      <Plus aria-hidden />
      Create API key
    </Button>
  )
  return (
    <>
      <PageHeader
        title="API keys"
        description="Programs read mail and make addresses with a key in the header X-API-Key. Each key has the least scope that its program needs."
        actions={create}
      />
      <Table label="API keys" columns={columns}>
        <TableBody
          query={query}
          columns={columns}
          errorTitle="The API keys could not be loaded"
          empty={
            <EmptyState icon={KeyRound} title="No API keys yet" action={create}>
              A test suite or a program of yours needs one to read the codes that arrive here.
            </EmptyState>
          }
        >
          {(apiKey) => (
            <ApiKeyRow
              key={apiKey.id}
              apiKey={apiKey}
              refusal={refusal}
              onRotate={() => setAct({ kind: 'rotate', apiKey })}
              onRevoke={() => setAct({ kind: 'revoke', apiKey })}
            />
          )}
        </TableBody>
      </Table>
      <Pager
        cursor={cursor}
        meta={query.data?.meta}
        onChange={(next) => void navigate({ search: (now) => ({ ...now, cursor: next }) })}
      />
      {dialog === 'create' && refusal === null && <CreateKeyDialog onClose={closeCreate} />}
      {act?.kind === 'rotate' && <RotateKeyDialog apiKey={act.apiKey} onClose={() => setAct(null)} />}
      {act?.kind === 'revoke' && <RevokeKeyDialog apiKey={act.apiKey} onClose={() => setAct(null)} />}
    </>
  )
}
