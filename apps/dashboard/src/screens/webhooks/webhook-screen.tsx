import type { Webhook } from '@inlet/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, Navigate } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useTRPC } from '../../api/api-context.tsx'
import { CopyButton } from '../../design/copy-button.tsx'
import { ErrorState } from '../../design/error-state.tsx'
import { Skeleton, SkeletonCard } from '../../design/skeleton.tsx'
import { Tabs } from '../../design/tabs.tsx'
import { inOrder } from '../../design/visible-text.ts'
import { PageHeader } from '../../shell/page-header.tsx'
import { useService } from '../../shell/service-context.tsx'
import { Deliveries } from './deliveries.tsx'
import { EventsWaitNotice } from './events-wait-notice.tsx'
import { Verification } from './verification.tsx'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookFacts } from './webhook-facts.tsx'
import { hostOf } from './webhook-health.ts'
import { WebhookNotice } from './webhook-notice.tsx'

const route = getRouteApi('/services/$serviceId/webhooks/$webhookId')

/** One webhook: how it is doing, what was sent to it, and how its receiver verifies that. */
export function WebhookScreen() {
  const { id: serviceId } = useService()
  const { webhookId } = route.useParams()
  const query = useWebhook(webhookId)
  const webhook = query.data?.data
  // A person may be a member of the service of that webhook too: its page is in the frame of that service.
  if (webhook && webhook.serviceId !== serviceId) {
    const params = { serviceId: webhook.serviceId, webhookId }
    return <Navigate to="/services/$serviceId/webhooks/$webhookId" params={params} search={true} replace />
  }
  return (
    <>
      <Link
        to="/services/$serviceId/webhooks"
        params={{ serviceId }}
        className="-ml-1 mb-3 inline-flex items-center gap-1 rounded text-muted text-ui hover:text-ink"
      >
        <ChevronLeft aria-hidden className="size-4" />
        Webhooks
      </Link>
      {webhook ? (
        <WebhookDetail webhook={webhook} />
      ) : query.error ? (
        <ErrorState
          title="The webhook could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <LoadingWebhook />
      )}
    </>
  )
}

/** Reads a webhook; until it is there, as the list has it. */
function useWebhook(id: string) {
  const { dashboard } = useTRPC()
  const queryClient = useQueryClient()
  const listed = () => {
    const pages = queryClient.getQueriesData<{ data: Webhook[] }>({ queryKey: dashboard.listWebhooks.pathKey() })
    const found = pages.flatMap(([, page]) => page?.data ?? []).find((webhook) => webhook.id === id)
    return found && { data: found }
  }
  return useQuery(dashboard.readWebhook.queryOptions({ id }, { placeholderData: listed }))
}

function WebhookDetail({ webhook }: { webhook: Webhook }) {
  const { view = 'deliveries' } = route.useSearch()
  const navigate = route.useNavigate()
  const { url, description, serviceId } = webhook
  // Events wait by service, not by webhook.
  const listed = useQuery(useTRPC().dashboard.listWebhooks.queryOptions({ id: serviceId }))
  const about = (
    <>
      <span className="flex items-start gap-1 font-mono text-xs leading-5">
        <span className="line-clamp-3">
          <WebhookUrl url={url} />
        </span>
        <span className="-my-1.5 shrink-0">
          <CopyButton text={url} of="URL" />
        </span>
      </span>
      {description !== null && <span dir="auto">{inOrder(description)}</span>}
    </>
  )
  return (
    <>
      <PageHeader title={hostOf(url)} description={about} actions={<WebhookActions webhook={webhook} />} />
      <WebhookNotice webhook={webhook} />
      {listed.data?.meta.eventsWait && <EventsWaitNotice />}
      <WebhookFacts webhook={webhook} />
      <Tabs
        label="Views"
        value={view}
        onChange={(next) =>
          void navigate({ search: (now) => ({ ...now, view: next === 'verify' ? 'verify' : undefined }) })
        }
        tabs={[
          { value: 'deliveries', name: 'Deliveries', content: <Deliveries webhook={webhook} /> },
          { value: 'verify', name: 'Verify signatures', content: <Verification /> },
        ]}
      />
    </>
  )
}

const LoadingWebhook = () => (
  <>
    <PageHeader title="Webhook" />
    <span className="sr-only">Loading</span>
    <div className="grid gap-5">
      <Skeleton className="w-2/5" />
      <SkeletonCard className="h-20" />
      <SkeletonCard className="h-48" />
    </div>
  </>
)

/** A URL with its host emphasised. */
function WebhookUrl({ url }: { url: string }) {
  const host = hostOf(url)
  const at = url.indexOf(host)
  return (
    <bdi dir="ltr" className="[overflow-wrap:anywhere]">
      {at > 0 && <span className="text-faint">{url.slice(0, at)}</span>}
      <span className="text-ink">{host}</span>
      {at >= 0 && <span className="text-faint">{url.slice(at + host.length)}</span>}
    </bdi>
  )
}
