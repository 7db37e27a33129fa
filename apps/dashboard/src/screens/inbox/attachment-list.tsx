import type { AppRouter } from '@inlet/api'
import { useQuery } from '@tanstack/react-query'
import type { inferRouterOutputs } from '@trpc/server'
import { Download, Paperclip } from 'lucide-react'
import { useTRPC } from '../../api/api-context.tsx'
import { IconButton } from '../../design/icon-button.tsx'
import { InlineError } from '../../design/inline-error.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { inOrder } from '../../design/visible-text.ts'
import { formatBytes } from './format-bytes.ts'
import { useMessageDownload } from './use-message-download.ts'

type Attachment = inferRouterOutputs<AppRouter>['dashboard']['listAttachments']['data'][number]

/** The files of a message. */
export function AttachmentList({ id }: { id: string }) {
  const trpc = useTRPC()
  const { data, error } = useQuery(
    trpc.dashboard.listAttachments.queryOptions({ id }, { staleTime: Number.POSITIVE_INFINITY }),
  )
  if (!data && error) {
    return (
      <div className="border-line border-b p-3">
        <InlineError error={error} />
      </div>
    )
  }
  return (
    <ul
      aria-label="Attachments"
      className="flex max-h-32 shrink-0 flex-wrap gap-2 overflow-y-auto border-line border-b px-4 py-2.5 sm:px-5"
    >
      {!data && (
        <li>
          <Skeleton className="h-10 w-48 rounded-md" />
        </li>
      )}
      {data?.data.map((attachment) => (
        <File key={attachment.index} messageId={id} attachment={attachment} />
      ))}
    </ul>
  )
}

function File({ messageId, attachment }: { messageId: string; attachment: Attachment }) {
  const { index, filename, contentType, sizeBytes, isInline } = attachment
  const { download, isBusy } = useMessageDownload()
  const name = inOrder(filename) || `attachment-${index + 1}`
  return (
    <li className="flex max-w-full items-center gap-2 rounded-md border border-line bg-surface py-1 pr-1 pl-2.5 text-ui">
      <Paperclip aria-hidden className="size-4 shrink-0 text-faint" />
      <span className="grid min-w-0 max-w-56">
        <bdi title={name} className="truncate font-medium">
          {name}
        </bdi>
        <span className="truncate text-faint text-xs">
          {formatBytes(sizeBytes)} · {contentType}
          {isInline && ' · inline'}
        </span>
      </span>
      <IconButton
        label={`Download ${name}`}
        icon={<Download aria-hidden />}
        isBusy={isBusy}
        onClick={() => download(`/messages/${messageId}/attachments/${index}`, name)}
      />
    </li>
  )
}
