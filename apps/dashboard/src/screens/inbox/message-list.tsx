import type { MessageListItem } from '@inlet/contract'
import { useVirtualizer } from '@tanstack/react-virtual'
import { LoaderCircle } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { Button } from '../../design/button.tsx'
import { InlineError } from '../../design/inline-error.tsx'
import { MessageRow, rowHeight } from './message-row.tsx'

/** How many rows before the end the next page is asked for. */
const aheadRows = 25

interface MessageListProps {
  rows: readonly MessageListItem[]
  hasMore: boolean
  more: { isLoading: boolean; error: unknown }
  onMore: () => void
  /** The open message. */
  openId: string | undefined
  /** The message that the keys act on. */
  currentId: string | undefined
  /** The message whose row takes the focus as soon as it is there; the list empties it. */
  focusId: RefObject<string | null>
}

/** The rows of the messages; of a long list only those in sight are in the page. */
export function MessageList(props: MessageListProps) {
  const { rows, hasMore, more, onMore, openId, currentId, focusId } = props
  const scroller = useRef<HTMLDivElement>(null)
  // A new function would recompute the positions of all rows, up to ten thousand, in each frame of scrolling.
  const keyOf = useCallback((index: number) => rows[index]?.id ?? index, [rows])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: keyOf,
    overscan: 8,
  })
  const items = virtual.getVirtualItems()
  const lastShown = items.at(-1)?.index ?? -1

  useEffect(() => {
    if (hasMore && !more.isLoading && more.error === null && lastShown >= rows.length - aheadRows) onMore()
  })

  const currentIndex = currentId === undefined ? -1 : rows.findIndex(({ id }) => id === currentId)
  // A new mail moves the index, but must not scroll back to the row.
  const showCurrent = useEffectEvent(() => {
    if (currentIndex >= 0) virtual.scrollToIndex(currentIndex, { align: 'auto' })
  })
  useEffect(() => {
    if (currentId !== undefined) showCurrent()
  }, [currentId])

  useEffect(() => {
    const id = focusId.current
    const link = id && scroller.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`)
    if (!link) return
    focusId.current = null
    link.focus({ preventScroll: true })
  })

  const first = useRef(rows[0]?.id)
  useLayoutEffect(() => {
    const before = first.current
    first.current = rows[0]?.id
    const added = before === undefined ? 0 : rows.findIndex(({ id }) => id === before)
    // What is being read stays where it is when mails come above it.
    if (added > 0 && scroller.current && scroller.current.scrollTop > 0) {
      scroller.current.scrollTop += added * rowHeight
    }
  }, [rows])

  return (
    <div ref={scroller} className="h-full overflow-y-auto overflow-x-hidden overscroll-contain [overflow-anchor:none]">
      <ul aria-label="Messages" className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ key, index, start }) => {
          const message = rows[index]
          if (!message) return null
          return (
            <li
              key={key}
              aria-setsize={hasMore ? -1 : rows.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ height: rowHeight, transform: `translateY(${start}px)` }}
            >
              <MessageRow message={message} isOpen={message.id === openId} isCurrent={message.id === currentId} />
            </li>
          )
        })}
      </ul>
      {more.isLoading && (
        <p role="status" className="flex items-center justify-center gap-2 p-4 text-faint text-xs">
          <LoaderCircle aria-hidden className="size-4 animate-spin" />
          Loading older messages
        </p>
      )}
      {more.error !== null && (
        <div className="grid justify-items-start gap-2 p-3">
          <InlineError error={more.error} />
          <Button size="small" onClick={onMore}>
            Try again
          </Button>
        </div>
      )}
    </div>
  )
}
