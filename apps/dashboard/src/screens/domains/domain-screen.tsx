import type { Domain } from '@inlet/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Navigate } from '@tanstack/react-router'
import { ChevronLeft, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { Button, buttonClasses } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { ErrorState } from '../../design/error-state.tsx'
import { InlineError } from '../../design/inline-error.tsx'
import { lazily } from '../../design/lazily.tsx'
import { SkeletonCard } from '../../design/skeleton.tsx'
import { toast } from '../../design/toast.ts'
import { useCommands } from '../../shell/commands.tsx'
import { PageHeader } from '../../shell/page-header.tsx'
import { useRefusal, useService } from '../../shell/service-context.tsx'
import { isTrusted, problemSummary } from './domain-labels.ts'
import { DomainNotice } from './domain-notice.tsx'
import { RecordList } from './record-list.tsx'
import { useDomainsChanged } from './use-domains-changed.ts'
import { WebInboxCard } from './web-inbox-card.tsx'

const DeleteDomainDialog = lazily(() => import('./delete-domain-dialog.tsx'), 'DeleteDomainDialog')

const route = getRouteApi('/services/$serviceId/domains/$domainId')

/** A domain: its DNS records with the results of the last check, which the live feed updates, and its web inbox. */
export function DomainScreen() {
  const { id: serviceId } = useService()
  const { domainId } = route.useParams()
  const trpc = useTRPC()
  const { data, error, isFetching, refetch } = useQuery(trpc.dashboard.readDomain.queryOptions({ id: domainId }))
  const domain = data?.data
  // A person may be a member of the service of that domain too: its page is in the frame of that service.
  if (domain && domain.serviceId !== serviceId) {
    const params = { serviceId: domain.serviceId, domainId }
    return <Navigate to="/services/$serviceId/domains/$domainId" params={params} replace />
  }
  return (
    <>
      <Link
        to="/services/$serviceId/domains"
        params={{ serviceId }}
        className="mb-3 inline-flex items-center gap-1 rounded text-muted text-ui hover:text-ink"
      >
        <ChevronLeft aria-hidden className="size-4" />
        Domains
      </Link>
      {domain ? (
        <DomainParts domain={domain} />
      ) : (
        <>
          <PageHeader title="Domain" />
          {error === null ? (
            <DomainSkeleton />
          ) : (
            <ErrorState
              title="The domain could not be loaded"
              error={error}
              onRetry={() => void refetch()}
              isRetrying={isFetching}
            />
          )}
        </>
      )}
    </>
  )
}

const DomainSkeleton = () => (
  <div className="grid gap-5">
    <span className="sr-only">Loading</span>
    <SkeletonCard className="h-16" />
    <SkeletonCard className="h-64" />
    <SkeletonCard className="h-28" />
  </div>
)

function DomainParts({ domain }: { domain: Domain }) {
  const { hostname, records, checkedAt } = domain
  const { id: serviceId } = useService()
  const navigate = route.useNavigate()
  const refusal = useRefusal('admin')
  const [isDeleting, setDeleting] = useState(false)
  const { check, error, isChecking, checkRefusal } = useCheck(domain)
  useCommands(
    checkRefusal === null ? [{ name: 'Check DNS records now', group: 'This page', keys: 'r', run: check }] : [],
  )

  return (
    <>
      <PageHeader
        title={hostname}
        actions={
          <>
            <Link
              to="/services/$serviceId/addresses"
              params={{ serviceId }}
              search={{ hostname }}
              className={buttonClasses()}
            >
              Show addresses
            </Link>
            <Button refusal={refusal} onClick={() => setDeleting(true)}>
              <Trash2 aria-hidden />
              Delete
            </Button>
          </>
        }
      />
      <div className="grid gap-5">
        <DomainNotice domain={domain} />
        <Card
          title="DNS records"
          description={
            <>
              Last looked up: <DateTime at={checkedAt} none="never" />
            </>
          }
          action={
            <Button isBusy={isChecking} refusal={checkRefusal} onClick={check}>
              {!isChecking && <RefreshCw aria-hidden />}
              Check now
            </Button>
          }
        >
          <div className="grid gap-3">
            <InlineError error={error} />
            <RecordList records={records} />
            <p className="text-faint text-xs">
              Some providers add the domain to the host by themselves: then enter only what stands before it. Where the
              priority of the MX record has a field of its own, it is the number in front.
            </p>
          </div>
        </Card>
        <WebInboxCard domain={domain} />
      </div>
      {isDeleting && (
        <DeleteDomainDialog
          domain={domain}
          onClose={() => setDeleting(false)}
          onDeleted={() => void navigate({ to: '/services/$serviceId/domains', params: { serviceId } })}
        />
      )}
    </>
  )
}

/** Looks the records up at once. */
function useCheck(domain: Domain) {
  const { id } = domain
  const trpc = useTRPC()
  const domainsChanged = useDomainsChanged()
  const refusal = useRefusal('admin')
  const { mutate, error, isPending } = useMutation(
    trpc.dashboard.verifyDomain.mutationOptions({
      onSuccess: ({ data }) => {
        void domainsChanged(data)
        const problems = problemSummary(data)
        if (problems === null) return void toast('success', 'Both records found')
        void toast('error', `Not verified yet. ${problems}`)
      },
    }),
  )
  const checkRefusal = () => {
    if (refusal !== null) return refusal
    if (domain.state === 'lost') return 'The domain is lost: delete it and add it again'
    return isTrusted(domain) ? 'The operator verified this domain by hand: its records are not checked' : null
  }
  return { check: () => mutate({ id }), error, isChecking: isPending, checkRefusal: checkRefusal() }
}
