import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'
import { ErrorState } from '../../design/error-state.tsx'
import { lazily } from '../../design/lazily.tsx'
import { SkeletonCard } from '../../design/skeleton.tsx'
import { PageHeader } from '../../shell/page-header.tsx'
import { useRefusal, useService } from '../../shell/service-context.tsx'
import { AccessLockCard } from './access-lock-card.tsx'
import { DeleteServiceCard } from './delete-service-card.tsx'
import { PublicInboxesCard } from './public-inboxes-card.tsx'

const BrandingForm = lazily(() => import('./branding-form.tsx'), 'BrandingForm')
const RetentionForm = lazily(() => import('./retention-form.tsx'), 'RetentionForm')

/** How the service presents itself to visitors, how long it keeps mail, who may open its inboxes, and its end. */
export function BrandingScreen() {
  const { id } = useService()
  const trpc = useTRPC()
  const refusal = useRefusal('admin')
  const { data, error, isFetching, refetch } = useQuery(trpc.dashboard.readService.queryOptions({ id }))
  const service = data?.data
  return (
    <>
      <PageHeader
        title="Branding and settings"
        description="What visitors of the web inbox see, how long mail is kept, and who can open it."
      />
      {!service && error === null && <LoadingCards />}
      {!service && error !== null && (
        <ErrorState
          title="The settings could not be loaded"
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {service && (
        <div className="grid gap-5">
          {refusal !== null && (
            <p className="rounded-lg bg-subtle px-4 py-3 text-muted text-ui">
              {refusal}. What is set is shown here as it is.
            </p>
          )}
          <BrandingForm key={`branding-${id}`} service={service} />
          <PublicInboxesCard />
          <AccessLockCard service={service} />
          <RetentionForm key={`retention-${id}`} service={service} />
          <DeleteServiceCard />
        </div>
      )}
    </>
  )
}

const LoadingCards = () => (
  <div className="grid gap-5">
    <span className="sr-only">Loading</span>
    <SkeletonCard className="h-[36rem]" />
    <SkeletonCard className="h-32" />
    <SkeletonCard className="h-32" />
  </div>
)
