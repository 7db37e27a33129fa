import type { limits, MessageListItem } from '@inlet/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { useIsLive, useLiveEvents } from '../../api/live-feed.tsx'
import { type MessageRows, withFirstPage, withMessage, withoutMessages, withPage, withRead } from './message-rows.ts'
import type { InboxSearch } from './search.ts'

export type MessageFilters = Pick<InboxSearch, 'q' | 'from' | 'subject' | 'tag' | 'hasOtp'>

/** As large as the server makes them. */
const pageSize: typeof limits.pageSizeMax = 100

/** What came within this time is read at once. */
const gatherMs = 150

/** Whether a message came to an inbox: its recipient may have a detail behind a plus. */
const isIn = (address: string, { toAddr }: MessageListItem) => toAddr.replace(/\+[^@]*/, '') === address

/**
 * The messages of an inbox, newest first, a page after the other. What the live feed tells is put into them: the pages that are loaded are not
 * read again, however many they are.
 */
export function useMessages(address: string, filters: MessageFilters) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const { q, from, subject, tag, hasOtp } = filters
  const isFiltered = [q, from, subject, tag, hasOtp].some((each) => each !== undefined)
  const queryKey = useMemo(
    () => ['inbox-messages', address, { q, from, subject, tag, hasOtp }] as const,
    [address, q, from, subject, tag, hasOtp],
  )

  const readPage = (cursor?: string) =>
    queryClient.fetchQuery(
      trpc.integrator.listMessages.queryOptions(
        {
          address,
          limit: pageSize,
          ...(cursor !== undefined && { cursor }),
          ...(q !== undefined && { q }),
          ...(from !== undefined && { from }),
          ...(subject !== undefined && { subject }),
          ...(tag !== undefined && { tag }),
          ...(hasOtp !== undefined && { hasOtp: true }),
        },
        { staleTime: 0, gcTime: 0 },
      ),
    )

  const query = useQuery({
    queryKey,
    queryFn: async (): Promise<MessageRows> => {
      const { data, meta } = await readPage()
      return { rows: data, meta }
    },
    // While the screen is shown the feed keeps it fresh; when it is shown again it is read again.
    staleTime: 0,
    refetchOnWindowFocus: false,
    structuralSharing: false,
  })

  const change = (how: (list: MessageRows) => MessageRows) =>
    queryClient.setQueryData<MessageRows>(queryKey, (list) => list && how(list))

  const reread = async () => {
    // An answer that is on its way may have been made before the change.
    if (queryClient.isFetching({ queryKey, exact: true }) > 0) return await queryClient.invalidateQueries({ queryKey })
    const page = await readPage()
    change((list) => withFirstPage(list, page))
  }
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const rereadSoon = () => {
    timer.current ??= setTimeout(() => {
      timer.current = null
      // Without an answer the page's banner says so, and everything is read again when there is one.
      reread().catch(() => {})
    }, gatherMs)
  }
  useEffect(() => {
    void queryKey
    return () => {
      if (timer.current !== null) clearTimeout(timer.current)
      timer.current = null
    }
  }, [queryKey])

  useLiveEvents((event) => {
    if (event.type !== 'message.received' && event.type !== 'message.read' && event.type !== 'message.deleted') return
    const { type, data } = event
    if (!isIn(address, data)) return
    if (queryClient.isFetching({ queryKey, exact: true }) > 0) return rereadSoon()
    if (type === 'message.deleted') change((list) => withoutMessages(list, (id) => id === data.id))
    else if (type === 'message.read') change((list) => withRead(list, data.id))
    // Whether it fits the filters is for the server to say.
    else if (isFiltered) rereadSoon()
    else change((list) => withMessage(list, data))
  })

  const isLive = useIsLive()
  const wasLive = useRef(isLive)
  useEffect(() => {
    // A mail may have come between the first page and the beginning of the feed.
    if (isLive && !wasLive.current) rereadSoon()
    wasLive.current = isLive
  })

  const [more, setMore] = useState<{ isLoading: boolean; error: unknown }>({ isLoading: false, error: null })
  const loadMore = async () => {
    const list = queryClient.getQueryData<MessageRows>(queryKey)
    if (!list?.meta.hasMore || more.isLoading) return
    setMore({ isLoading: true, error: null })
    try {
      const page = await readPage(list.meta.cursor)
      // The list may have been refetched since: then this page does not follow it.
      change((now) => (now.meta.cursor === list.meta.cursor ? withPage(now, page) : now))
      setMore({ isLoading: false, error: null })
    } catch (error) {
      setMore({ isLoading: false, error })
    }
  }

  return { query, isFiltered, change, more, loadMore }
}
