import type { Webhook } from '@inlet/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Webhook as WebhookIcon } from 'lucide-react'
import { useTRPC } from '../../api/api-context.tsx'
import { AddressText } from '../../design/address-text.tsx'
import { StateDot } from '../../design/badge.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { lazily } from '../../design/lazily.tsx'
import type { Column } from '../../design/list.tsx'
import { inOrder } from '../../design/visible-text.ts'
import { ListScreen } from '../../shell/list-screen.tsx'
import { useRefusal, useService } from '../../shell/service-context.tsx'
import { EventBadges } from './event-badges.tsx'
import { EventsWaitNotice } from './events-wait-notice.tsx'
import { Notice } from './notice.tsx'
import type { webhooksSearch } from './search.ts'
import { healthOf, hostOf } from './webhook-health.ts'

const CreateWebhookDialog = lazily(() => import('./create-webhook-dialog.tsx'), 'CreateWebhookDialog')

const route = getRouteApi('/services/$serviceId/webhooks')

const columns: Column<Webhook>[] = [
  { name: 'Receiver', className: 'min-w-44 max-w-96', cell: (webhook) => <Receiver webhook={webhook} /> },
  { name: 'Events', className: 'max-md:hidden', cell: (webhook) => <EventBadges webhook={webhook} /> },
  { name: 'State', cell: (webhook) => <State webhook={webhook} /> },
  {
    name: 'Last success',
    className: 'text-muted max-sm:hidden',
    cell: ({ lastSuccessAt }) => <DateTime at={lastSuccessAt} />,
  },
  { name: 'Created', className: 'text-muted max-md:hidden', cell: ({ createdAt }) => <DateTime at={createdAt} /> },
]

/** The webhooks of the service. */
export function WebhooksScreen() {
  const { id } = useService()
  const trpc = useTRPC()
  const refusal = useRefusal('admin')
  const { cursor, dialog } = route.useSearch()
  const navigate = route.useNavigate()
  const query = useQuery(
    trpc.dashboard.listWebhooks.queryOptions({ id, cursor }, { placeholderData: keepPreviousData }),
  )
  const setSearch = (changed: ReturnType<typeof webhooksSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...changed }) })
  const failing = query.data?.data.filter((webhook) => healthOf(webhook).tone === 'danger').length ?? 0
  return (
    <ListScreen
      title="Webhooks"
      noun="webhooks"
      description="Inlet calls your program within moments of each mail and each new address, and signs every call. A call that fails is retried for more than a day."
      create={{ label: 'Create webhook', refusal, onOpen: () => setSearch({ dialog: 'create' }) }}
      filters={
        <>
          {failing > 0 && (
            <Notice tone="danger" title={failing === 1 ? 'A webhook is failing' : `${failing} webhooks are failing`}>
              No event is lost. Open the webhook to see what the receiver answered, and to resend what failed.
            </Notice>
          )}
          {query.data?.meta.eventsWait && <EventsWaitNotice />}
        </>
      }
      query={query}
      columns={columns}
      empty={{
        icon: WebhookIcon,
        title: 'No webhooks yet',
        text: 'Create one to have your program called when a code arrives, instead of polling for it.',
      }}
      cursor={cursor}
      onPage={(next) => setSearch({ cursor: next })}
    >
      {dialog === 'create' && refusal === null && (
        <CreateWebhookDialog onClose={() => setSearch({ dialog: undefined })} />
      )}
    </ListScreen>
  )
}

function Receiver({ webhook: { id, serviceId, url, description } }: { webhook: Webhook }) {
  const host = hostOf(url)
  return (
    <>
      <Link
        to="/services/$serviceId/webhooks/$webhookId"
        params={{ serviceId, webhookId: id }}
        aria-label={host}
        className="group block"
      >
        <bdi dir="ltr" className="line-clamp-2 font-medium group-hover:underline group-hover:underline-offset-2">
          <AddressText>{host}</AddressText>
        </bdi>
        <bdi dir="ltr" className="line-clamp-1 break-all font-mono text-faint text-xs">
          {url.slice(url.indexOf(host) + host.length)}
        </bdi>
      </Link>
      {description && (
        <span dir="auto" className="mt-0.5 line-clamp-2 text-muted text-xs">
          {inOrder(description)}
        </span>
      )}
    </>
  )
}

function State({ webhook }: { webhook: Webhook }) {
  const { tone, label } = healthOf(webhook)
  const { state, failingSince } = webhook
  return (
    <span className="grid">
      <StateDot tone={tone}>{label}</StateDot>
      {state === 'enabled' && failingSince !== null && (
        <span className="pl-3.5 text-faint text-xs sm:whitespace-nowrap">
          since <DateTime at={failingSince} />
        </span>
      )}
    </span>
  )
}
