import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'
import { CodeText } from '../../design/code-text.tsx'
import { ErrorState } from '../../design/error-state.tsx'
import { Lines } from './lines.tsx'

/** The header fields of a message, in their order. */
export function HeadersView({ id }: { id: string }) {
  const trpc = useTRPC()
  const { data, error, isFetching, refetch } = useQuery(
    trpc.integrator.readMessage.queryOptions({ id, include: 'headers' }, { staleTime: Number.POSITIVE_INFINITY }),
  )
  if (!data && error) {
    return (
      <ErrorState
        title="The headers could not be read"
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  }
  if (!data) return <Lines />
  const headers = (data.data.headers ?? []).map((header, index) => ({ ...header, key: `${index}` }))
  if (headers.length === 0) return <p className="py-2 text-faint text-ui">The message has no headers.</p>
  return (
    <section
      aria-label="Headers of the message"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard
      tabIndex={0}
      className="h-full overflow-y-auto rounded-md border border-line"
    >
      <dl className="font-mono text-xs leading-5">
        {headers.map(({ key, name, value }) => (
          <div
            key={key}
            className="grid gap-x-4 border-line border-t px-3 py-1.5 first:border-t-0 sm:grid-cols-[12rem_minmax(0,1fr)]"
          >
            <dt className="text-faint">{name}</dt>
            <dd>
              <bdi>
                <CodeText>{value}</CodeText>
              </bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
