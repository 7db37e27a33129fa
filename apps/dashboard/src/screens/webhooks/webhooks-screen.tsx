import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
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
import { Notice } from './notice.tsx'
import { healthOf } from './webhook-health.ts'
import { WebhookRow } from './webhook-row.tsx'

const CreateWebhookDialog = lazily(() => import('./create-webhook-dialog.tsx'), 'CreateWebhookDialog')

const route = getRouteApi('/services/$serviceId/webhooks')

const columns = [
  { key: 'url', name: 'Receiver' },
  { key: 'events', name: 'Events', className: 'max-md:hidden' },
  { key: 'state', name: 'State' },
  { key: 'success', name: 'Last success', className: 'max-sm:hidden' },
  { key: 'created', name: 'Created', className: 'max-md:hidden' },
]

/** The webhooks of the service. */
export function WebhooksScreen() {
  const { id } = useService()
  const trpc = useTRPC()
  const refusal = useRefusal('admin')
  const { cursor, dialog } = route.useSearch()
  const navigate = route.useNavigate()
  const query = useQuery(
    trpc.dashboard.listWebhooks.queryOptions({ id, ...(cursor && { cursor }) }, { placeholderData: keepPreviousData }),
  )
  const openCreate = () => void navigate({ search: (now) => ({ ...now, dialog: 'create' }) })
  const closeCreate = () => void navigate({ search: (now) => ({ ...now, dialog: undefined }) })
  useCommands(refusal === null ? [{ name: 'Create webhook', group: 'This page', keys: 'c', run: openCreate }] : [])

  const failing = query.data?.data.filter((webhook) => healthOf(webhook).tone === 'danger').length ?? 0
  const create = (
    <Button look="primary" refusal={refusal} onClick={openCreate}>
      <Plus aria-hidden />
      Create webhook
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="A program of yours is told of each mail and address within moments, by a signed call. What fails is tried again for more than a day."
        actions={create}
      />
      {failing > 0 && (
        <Notice tone="danger" title={failing === 1 ? 'A webhook is failing' : `${failing} webhooks are failing`}>
          No event is lost: open the webhook to see what the receiver answered, and to send again what has failed.
        </Notice>
      )}
      <Table label="Webhooks" columns={columns}>
        <TableBody
          query={query}
          columns={columns}
          errorTitle="The webhooks could not be loaded"
          empty={
            <EmptyState icon={WebhookIcon} title="No webhooks yet" action={create}>
              Make one to have a program of yours called when a code arrives, in place of asking for it.
            </EmptyState>
          }
        >
          {(webhook) => <WebhookRow key={webhook.id} webhook={webhook} />}
        </TableBody>
      </Table>
      <Pager
        cursor={cursor}
        meta={query.data?.meta}
        onChange={(next) => void navigate({ search: (now) => ({ ...now, cursor: next }) })}
      />
      {dialog === 'create' && refusal === null && <CreateWebhookDialog onClose={closeCreate} />}
    </>
  )
}
