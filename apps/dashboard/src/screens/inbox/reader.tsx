import type { MessageListItem } from '@inlet/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { ErrorState } from '../../design/error-state.tsx'
import { Tabs } from '../../design/tabs.tsx'
import { inOrder } from '../../design/visible-text.ts'
import { AttachmentList } from './attachment-list.tsx'
import { HeadersView } from './headers-view.tsx'
import { HtmlView } from './html-view.tsx'
import { Lines } from './lines.tsx'
import { LinksView } from './links-view.tsx'
import { ReaderHead } from './reader-head.tsx'
import { type MessageView, messageViews } from './search.ts'
import { SourceView } from './source-view.tsx'

interface ReaderProps {
  id: string
  /** What the list knows of it, to be shown until the message is there. */
  known: MessageListItem | undefined
  view: MessageView
  onView: (view: MessageView) => void
  onClose: () => void
  onDelete: () => void
  /** Called when the message has been read, which marks it. */
  onRead: (id: string) => void
  /** Why the user may not delete. */
  refusal: string | null
}

/** An open message. */
export function Reader({ id, known, view, onView, onClose, onDelete, onRead, refusal }: ReaderProps) {
  const trpc = useTRPC()
  // A message never changes: it is read once, which marks it as read.
  const query = useQuery(trpc.integrator.readMessage.queryOptions({ id }, { staleTime: Number.POSITIVE_INFINITY }))
  const { data, error, isFetching, refetch } = query
  const message = data?.data
  const isThere = message !== undefined
  const noteRead = useEffectEvent(onRead)
  useEffect(() => {
    if (isThere) noteRead(id)
  }, [id, isThere])

  const head = message ?? known
  if (!message && error) {
    return (
      <div className="grid h-full content-start">
        {head && <ReaderHead message={head} onClose={onClose} onDelete={onDelete} refusal={refusal} />}
        <ErrorState
          title="The message could not be read"
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </div>
    )
  }
  const contents: Record<MessageView, { name: string; content: ReactNode }> = {
    html: { name: 'HTML', content: <HtmlView id={id} /> },
    text: { name: 'Text', content: message ? <TextView text={message.textBody} /> : <Lines /> },
    links: { name: 'Links', content: <LinksView id={id} /> },
    headers: { name: 'Headers', content: <HeadersView id={id} /> },
    source: {
      name: 'Source',
      content: head ? <SourceView key={id} id={id} sizeBytes={head.sizeBytes} /> : <Lines />,
    },
  }
  return (
    <div className="flex h-full flex-col overflow-y-auto">
      {head ? (
        <ReaderHead message={head} onClose={onClose} onDelete={onDelete} refusal={refusal} />
      ) : (
        <div className="border-line border-b p-5">
          <Lines />
        </div>
      )}
      {head?.tags.includes('attachment') && <AttachmentList id={id} />}
      <div className="grid min-h-[60dvh] flex-1 px-4 pt-1 pb-4 sm:px-5 lg:min-h-72 *:grid-rows-[auto_minmax(0,1fr)]">
        <Tabs
          label="Views of the message"
          value={view}
          onChange={(next) => onView(messageViews.find((each) => each === next) ?? 'html')}
          tabs={messageViews.map((value) => ({
            value,
            name: contents[value].name,
            content: value === view ? contents[value].content : null,
          }))}
        />
      </div>
    </div>
  )
}

/** The text of a message. */
const TextView = ({ text }: { text: string }) =>
  text.trim() === '' ? (
    <p className="py-2 text-faint text-ui">The message has no text.</p>
  ) : (
    <section
      aria-label="Text of the message"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard
      tabIndex={0}
      className="h-full overflow-auto rounded-md"
    >
      <p dir="auto" className="max-w-prose whitespace-pre-wrap py-1 text-sm leading-6">
        {inOrder(text)}
      </p>
    </section>
  )
