import { getRouteApi } from '@tanstack/react-router'
import { MailOpen } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLiveEvents } from '../../api/live-feed.tsx'
import { classes } from '../../design/classes.ts'
import { ErrorState } from '../../design/error-state.tsx'
import { lazily } from '../../design/lazily.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { toast } from '../../design/toast.ts'
import { EmptyInbox, NothingFound } from './empty-inbox.tsx'
import { ListFilters } from './list-filters.tsx'
import { MessageList } from './message-list.tsx'
import { withoutMessages, withRead } from './message-rows.ts'
import type { InboxSearch } from './search.ts'
import { useMessageKeys } from './use-message-keys.ts'
import type { useMessages } from './use-messages.ts'
import { useUndoableDelete } from './use-undoable-delete.ts'

const Reader = lazily(() => import('./reader.tsx'), 'Reader')

interface InboxPanesProps {
  address: string
  search: InboxSearch
  messages: ReturnType<typeof useMessages>
  refusal: string | null
}

const route = getRouteApi('/services/$serviceId/inbox/$address')

/** The list and the open message, side by side; on a narrow page one of the two. */
export function InboxPanes({ address, search, messages, refusal }: InboxPanesProps) {
  const { query, isFiltered, change, more, loadMore } = messages
  const { message: openId, view = 'html' } = search
  const navigate = route.useNavigate()
  const searchRef = useRef<HTMLInputElement>(null)
  const focusId = useRef<string | null>(null)
  const [chosenId, setChosenId] = useState<string | undefined>(undefined)
  const { hidden, remove, undoLast } = useUndoableDelete(
    (id) => change((list) => withoutMessages(list, (each) => each === id)),
    (id) => {
      focusId.current = id
      setChosenId(id)
      // The keys are for the open message: it is the one that the focus is on.
      if (openId !== undefined && searchRef.current?.offsetParent !== null) open(id, true)
    },
  )
  const rows = (query.data?.rows ?? []).filter(({ id }) => !hidden.has(id))
  const currentId = openId ?? chosenId

  const open = (message: string | undefined, isReplaced = false) =>
    void navigate({ search: (now) => ({ ...now, message }), replace: isReplaced, resetScroll: false })
  const close = () => {
    setChosenId(openId)
    focusId.current = openId ?? null
    open(undefined)
  }

  const removeOne = (id: string) => {
    const at = rows.findIndex((row) => row.id === id)
    const next = rows[at + 1] ?? rows[at - 1]
    remove(id)
    if (next) focusId.current = next.id
    setChosenId(next?.id)
    // On a narrow page the list is what one comes back to.
    if (id === openId) open(searchRef.current?.offsetParent === null ? undefined : next?.id, true)
  }

  useMessageKeys({
    rows,
    currentId,
    refusal,
    onMove: (id) => {
      if (openId !== undefined) return open(id, true)
      focusId.current = id
      setChosenId(id)
    },
    onOpen: open,
    onClose: openId === undefined ? null : close,
    onRemove: removeOne,
    onUndo: undoLast,
    onSearch: () => searchRef.current?.focus(),
  })

  useLiveEvents(({ type, data }) => {
    if (type !== 'message.deleted' || data.id !== openId || hidden.has(data.id)) return
    open(undefined, true)
    void toast('error', 'The open message was deleted')
  })

  const filter = (next: typeof search) =>
    void navigate({
      search: (now) => ({
        ...now,
        q: next.q,
        from: next.from,
        subject: next.subject,
        tag: next.tag,
        hasOtp: next.hasOtp,
      }),
      replace: true,
      resetScroll: false,
    })

  return (
    <div className="grid min-h-0 flex-1 overflow-hidden rounded-lg border border-line bg-surface lg:grid-cols-[minmax(18rem,22rem)_minmax(0,1fr)]">
      <section
        aria-label="List of messages"
        className={classes(
          'flex min-h-0 min-w-0 flex-col lg:border-line lg:border-r',
          openId !== undefined && 'max-lg:hidden',
        )}
      >
        <ListFilters filters={search} onChange={filter} searchRef={searchRef} />
        <div className="min-h-0 flex-1 overflow-y-auto">
          {!query.data && query.error && (
            <ErrorState
              title="The messages could not be loaded"
              error={query.error}
              onRetry={() => void query.refetch()}
              isRetrying={query.isFetching}
            />
          )}
          {!query.data && !query.error && <SkeletonMessages />}
          {query.data && (rows.length > 0 || query.data.meta.hasMore) && (
            <MessageList
              rows={rows}
              hasMore={query.data.meta.hasMore}
              more={more}
              onMore={() => void loadMore()}
              openId={openId}
              currentId={currentId}
              focusId={focusId}
            />
          )}
          {query.data && rows.length === 0 && !query.data.meta.hasMore && isFiltered && (
            <NothingFound onClear={() => filter({})} />
          )}
          {query.data && rows.length === 0 && !query.data.meta.hasMore && !isFiltered && (
            <EmptyInbox address={address} />
          )}
        </div>
      </section>
      <section aria-label="Message" className={classes('min-h-0 min-w-0', openId === undefined && 'max-lg:hidden')}>
        {openId === undefined ? (
          <NothingOpen />
        ) : (
          <Reader
            key={openId}
            id={openId}
            known={query.data?.rows.find(({ id }) => id === openId)}
            view={view}
            onView={(next) =>
              void navigate({ search: (now) => ({ ...now, view: next }), replace: true, resetScroll: false })
            }
            onClose={close}
            onDelete={() => removeOne(openId)}
            onRead={(id) => change((list) => withRead(list, id))}
            refusal={refusal}
          />
        )}
      </section>
    </div>
  )
}

const NothingOpen = () => (
  <div className="grid h-full place-content-center justify-items-center gap-3 p-6 text-center text-faint text-ui">
    <MailOpen aria-hidden className="size-6" />
    <p>Open a message to read it here.</p>
  </div>
)

const SkeletonMessages = () => (
  <div className="grid">
    <span className="sr-only">Loading</span>
    {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
      <div key={key} className="grid h-22 content-center gap-2.5 border-line border-b px-5">
        <Skeleton className="w-2/5" />
        <Skeleton className="w-4/5" />
        <Skeleton className="w-3/5" />
      </div>
    ))}
  </div>
)
