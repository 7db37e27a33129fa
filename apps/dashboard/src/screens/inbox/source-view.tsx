import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useReadFile } from '../../api/api-context.tsx'
import { Button } from '../../design/button.tsx'
import { CodeText } from '../../design/code-text.tsx'
import { ErrorState } from '../../design/error-state.tsx'
import { formatBytes } from './format-bytes.ts'
import { Lines } from './lines.tsx'
import { useMessageDownload } from './use-message-download.ts'

/** A source of more is for an editor: the page would be slow with it. */
const shownMaxBytes = 256 * 1024

/** The message as it came, byte for byte. */
export function SourceView({ id, sizeBytes }: { id: string; sizeBytes: number }) {
  const readFile = useReadFile()
  const { download, isBusy } = useMessageDownload()
  const isShown = sizeBytes <= shownMaxBytes
  const path = `/messages/${id}/raw`
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['message-source', id],
    queryFn: async () => (await readFile(path)).text(),
    enabled: isShown,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <div className="flex h-full flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-faint text-xs">
          {formatBytes(sizeBytes)}
          {isShown ? ', byte for byte as it came' : ': too long to be shown here'}
        </p>
        <Button size="small" isBusy={isBusy} onClick={() => download(path, `${id}.eml`)}>
          {!isBusy && <Download aria-hidden />}
          Download
        </Button>
      </div>
      {isShown && data === undefined && error !== null && (
        <ErrorState
          title="The source could not be read"
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {isShown && data === undefined && error === null && <Lines />}
      {isShown && data !== undefined && (
        <section
          aria-label="Source of the message"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard
          tabIndex={0}
          className="min-h-0 flex-1 overflow-auto rounded-md border border-line bg-canvas p-3"
        >
          <pre className="whitespace-pre-wrap font-mono text-xs leading-5">
            <CodeText>{data}</CodeText>
          </pre>
        </section>
      )}
    </div>
  )
}
