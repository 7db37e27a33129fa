import type { PublicMessageListItem } from '@inlet/contract'
import { useEffect, useMemo } from 'preact/hooks'
import { AddressBar } from '../inbox/address-bar.tsx'
import { BlockedInbox } from '../inbox/blocked-inbox.tsx'
import { MessageList } from '../inbox/message-list.tsx'
import { type OpenInbox, openInbox } from '../inbox/open-inbox.ts'
import { senderName } from '../inbox/sender-name.ts'
import { t } from '../languages/language.ts'
import { Reader } from '../reader/reader.tsx'
import { domain } from '../state/domain.ts'
import { announce } from '../state/notices.ts'
import { isNotifying, notify } from '../state/notifications.ts'
import { messagePath } from '../state/page-path.ts'
import { navigate } from '../state/route.ts'

/** An inbox with its messages, and beside them the one that is open. */
export function InboxView({ address, messageId }: { address: string; messageId: string | null }) {
  const inbox = useMemo(
    () => openInbox(address, { onNews: tellNews(address), isWatchedHidden: isNotifying }),
    [address],
  )
  useEffect(() => () => inbox.close(), [inbox])
  useTitle(inbox)

  const { state } = inbox.phase.value
  if (state !== 'ready' && state !== 'loading') return <BlockedInbox inbox={inbox} />
  return <InboxPanes inbox={inbox} messageId={messageId} />
}

/** The two panes of an inbox that can be shown. */
export function InboxPanes({ inbox, messageId }: { inbox: OpenInbox; messageId: string | null }) {
  const { state } = inbox.phase.value
  const isEmpty = state === 'ready' && inbox.messages.value.length === 0 && messageId === null
  return (
    <div class={`inbox ${messageId ? 'has-message' : ''} ${isEmpty ? 'is-empty' : ''}`}>
      <section class="inbox-list" aria-label={t('inbox')}>
        <AddressBar inbox={inbox} />
        <MessageList inbox={inbox} openId={messageId} />
      </section>
      {!isEmpty && (
        <section class="inbox-reader" aria-label={t('message')}>
          {messageId ? (
            <Reader key={messageId} inbox={inbox} messageId={messageId} />
          ) : (
            <div class="reader-empty">{state === 'ready' && <p>{t('chooseMessage')}</p>}</div>
          )}
        </section>
      )}
    </div>
  )
}

/** Says new messages to screen readers, and in a notification where the visitor asked for them. */
const tellNews = (address: string) => (news: readonly PublicMessageListItem[]) => {
  const [newest] = news
  if (!newest) return
  const from = senderName(newest)
  announce(
    news.length === 1
      ? t('announceMessage', { from, subject: newest.subject || t('noSubject') })
      : t('announceMessages', { count: news.length }),
  )
  notify(from, {
    body: newest.subject || t('noSubject'),
    tag: newest.id,
    onClick: () => navigate(messagePath(address, newest.id)),
  })
}

/** The tab shows how many messages are not read. */
function useTitle({ messages, address }: OpenInbox): void {
  const unread = messages.value.filter(({ isRead }) => !isRead).length
  useEffect(() => {
    const title = `${address} – ${domain.value?.name ?? ''}`
    document.title = unread > 0 ? `(${unread}) ${title}` : title
  }, [unread, address])
  useEffect(
    () => () => {
      document.title = domain.value?.name ?? ''
    },
    [],
  )
}
