import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'
import { CopyButton } from '../../design/copy-button.tsx'
import { ErrorState } from '../../design/error-state.tsx'
import { inOrder } from '../../design/visible-text.ts'
import { Lines } from './lines.tsx'

/** A link of any other scheme opens an app with what a stranger chose: it can be copied. */
const isOpened = (url: string): boolean => /^(?:https?|mailto|tel):/i.test(url)

/** The links of a message, each with the host that it really leads to. */
export function LinksView({ id }: { id: string }) {
  const trpc = useTRPC()
  const { data, error, isFetching, refetch } = useQuery(
    trpc.dashboard.renderMessage.queryOptions({ id }, { staleTime: Number.POSITIVE_INFINITY }),
  )
  if (!data && error) {
    return (
      <ErrorState
        title="The links could not be read"
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  }
  if (!data) return <Lines />
  const { links } = data.data
  if (links.length === 0) return <p className="py-2 text-faint text-ui">The message has no links.</p>
  return (
    <ul aria-label="Links" className="max-h-full overflow-y-auto rounded-md border border-line">
      {links.map(({ url, host, text }) => (
        <li key={url} className="flex items-start gap-2 border-line border-t py-2 pr-1.5 pl-3 text-ui first:border-t-0">
          <div className="grid min-w-0 flex-1 gap-0.5">
            {text !== '' && text !== url && (
              <span dir="auto" className="line-clamp-2 font-medium">
                {inOrder(text)}
              </span>
            )}
            <span className="text-muted">{host === '' ? 'Opens another app' : host}</span>
            {isOpened(url) ? (
              <a
                href={url}
                target="_blank"
                rel="noopener noreferrer nofollow"
                className="line-clamp-2 rounded break-all font-mono text-accent text-xs underline-offset-2 hover:underline"
              >
                {url}
              </a>
            ) : (
              <span className="line-clamp-2 break-all font-mono text-muted text-xs">{url}</span>
            )}
          </div>
          <CopyButton text={url} of="link" />
        </li>
      ))}
    </ul>
  )
}
