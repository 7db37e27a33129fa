import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useTRPC } from '../../api/api-context.tsx'
import { ErrorState } from '../../design/error-state.tsx'
import { Skeleton } from '../../design/skeleton.tsx'

/** The message as its sender has set it, made safe by the server, in a frame that can run nothing. */
export function HtmlView({ id }: { id: string }) {
  const trpc = useTRPC()
  const { data, error, isFetching, refetch } = useQuery(
    trpc.dashboard.renderMessage.queryOptions({ id }, { staleTime: Number.POSITIVE_INFINITY }),
  )
  if (!data && error) {
    return (
      <ErrorState
        title="The message could not be rendered"
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  }
  if (!data) {
    return (
      <div className="h-full">
        <span className="sr-only">Loading</span>
        <Skeleton className="h-full rounded-md" />
      </div>
    )
  }
  const { html, blockedLoads } = data.data
  return (
    <div className="flex h-full flex-col gap-2">
      {blockedLoads > 0 && (
        <p className="flex items-center gap-2 text-muted text-xs">
          <ShieldCheck aria-hidden className="size-4 shrink-0 text-good" />
          {blockedLoads === 1
            ? '1 remote item, such as an image, was not loaded.'
            : `${blockedLoads} things from elsewhere, such as images, were not loaded.`}
        </p>
      )}
      <iframe
        title="Content of the message"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        srcDoc={html}
        className="min-h-0 w-full flex-1 rounded-md border border-line bg-white"
      />
    </div>
  )
}
