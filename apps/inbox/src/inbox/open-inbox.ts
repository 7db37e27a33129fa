import type { PublicInbox, PublicMessage, PublicMessageListItem } from '@inlet/contract'
import { computed, signal } from '@preact/signals'
import type { ApiError } from '../api/api-error.ts'
import { readInbox, readMessage } from '../api/public-api.ts'
import { accessTo, keepPassword, rememberAddress, unlockToken } from '../state/visitor.ts'
import { clearLater, hiddenMessages } from './deletions.ts'
import { startLive } from './live-connection.ts'
import { mergePage, withOlder } from './merge-page.ts'

/** What stands where the messages would be. `password`: the inbox wants one. */
type Phase = { state: 'loading' | 'ready' | 'locked' | 'password' | 'absent' } | { state: 'failed'; error: ApiError }

/** Messages that are kept so that going back and forth costs no calls; a mail can be 2 MB. */
const knownMax = 10

interface OpenInboxOptions {
  /** Called with messages that came while the inbox was open, newest first. */
  onNews: (messages: readonly PublicMessageListItem[]) => void
  isWatchedHidden: () => boolean
}

/** The inbox that a visitor has open: its messages, kept up to date until `close`. */
export type OpenInbox = ReturnType<typeof openInbox>

export function openInbox(address: string, { onNews, isWatchedHidden }: OpenInboxOptions) {
  const phase = signal<Phase>({ state: 'loading' })
  const facts = signal<PublicInbox['address'] | null>(null)
  const stored = signal<readonly PublicMessageListItem[]>([])
  const olderCursor = signal<string | null>(null)
  const isLoadingOlder = signal(false)
  const messages = computed(() => stored.value.filter(({ id }) => !hiddenMessages.value.has(id)))
  const details = new Map<string, PublicMessage>()
  /** Messages that have been there: of these only a new one is news. */
  const seen = new Set<string>()
  const closed = new AbortController()

  async function read(hold: number, signal: AbortSignal) {
    const [newest] = stored.value
    const query = hold === 0 ? {} : { waitSeconds: hold, ...(newest && { after: newest.id }) }
    const { body, remaining } = await readInbox(address, query, { access: accessTo(address), signal })
    const { data, meta } = body
    const isFirst = phase.value.state !== 'ready'
    const news = data.messages.filter(({ id }) => !seen.has(id))
    for (const { id } of news) seen.add(id)

    if (hold === 0) {
      stored.value = mergePage(stored.value, data.messages, meta.hasMore)
      if (stored.value.length === data.messages.length) olderCursor.value = meta.hasMore ? meta.cursor : null
      // An answer of a held call has only what is new. With more than fits, a plain read has to say what follows.
    } else stored.value = meta.hasMore ? news : [...news, ...stored.value]
    facts.value = data.address
    phase.value = { state: 'ready' }
    if (isFirst) rememberAddress(address)
    else if (news.length > 0) onNews(news)
    return { hasNews: news.length > 0, remaining }
  }

  function onEnd(error: ApiError): void {
    // Nothing of it stays in the page, which shows none of it now.
    stored.value = []
    details.clear()
    if (error.code === 'unlock_required') {
      unlockToken.value = null
      phase.value = { state: 'locked' }
    } else if (error.code === 'inbox_password_required' || error.code === 'inbox_password_invalid') {
      keepPassword(address, null)
      phase.value = { state: 'password' }
    } else if (error.status === 404 || error.code === 'invalid_address') phase.value = { state: 'absent' }
    else phase.value = { state: 'failed', error }
  }

  const connect = () => startLive({ read, onEnd, isWatchedHidden })
  const live = signal(connect())

  /** Begins anew: after a password, an unlock, or an error. */
  function retry(): void {
    live.value.stop()
    if (phase.value.state !== 'ready') phase.value = { state: 'loading' }
    live.value = connect()
  }

  return {
    address,
    phase,
    facts,
    messages,
    olderCursor,
    isLoadingOlder,
    /** Whether a delete can succeed: an address with an owner takes it from the owner's session only. */
    mayDelete: computed(() => facts.value !== null && (!facts.value.hasOwner || accessTo(address).session !== null)),
    connection: computed(() => live.value.connection.value),

    /** Tries a password, and opens the inbox where it is the right one. @throws {ApiError} */
    async open(password: string): Promise<void> {
      await readInbox(address, {}, { access: { ...accessTo(address), password }, signal: closed.signal })
      keepPassword(address, password)
      retry()
    },

    retry,

    /** A message that was read before, without a call. */
    known: (id: string): PublicMessage | null => details.get(id) ?? null,

    /** Reads a message, by which it is marked as read. @throws {ApiError} */
    async readMessage(id: string): Promise<PublicMessage> {
      const message = await readMessage(address, id, accessTo(address))
      details.set(id, message)
      const [oldest] = details.keys()
      if (details.size > knownMax && oldest) details.delete(oldest)
      stored.value = stored.value.map((each) => (each.id === id && !each.isRead ? { ...each, isRead: true } : each))
      return message
    },

    /** Deletes all messages, with a time to take it back. */
    clear(): void {
      const ids = stored.value.map(({ id }) => id)
      clearLater(address, ids, {
        hasOthers: () => closed.signal.aborted || stored.value.some(({ id }) => !ids.includes(id)),
        onCleared: () => {
          olderCursor.value = null
        },
      })
    },

    /** Takes a message off that the server has no more. */
    drop(id: string): void {
      stored.value = stored.value.filter((each) => each.id !== id)
    },

    setExpiresAt(expiresAt: string): void {
      if (facts.value) facts.value = { ...facts.value, expiresAt }
    },

    /** Loads the page that follows. @throws {ApiError} */
    async loadOlder(): Promise<void> {
      const cursor = olderCursor.value
      if (cursor === null || isLoadingOlder.value) return
      isLoadingOlder.value = true
      try {
        const call = { access: accessTo(address), signal: closed.signal }
        const { body } = await readInbox(address, { cursor }, call)
        for (const { id } of body.data.messages) seen.add(id)
        stored.value = withOlder(stored.value, body.data.messages)
        olderCursor.value = body.meta.hasMore ? body.meta.cursor : null
      } finally {
        isLoadingOlder.value = false
      }
    },

    close(): void {
      closed.abort()
      live.value.stop()
    },
  }
}
