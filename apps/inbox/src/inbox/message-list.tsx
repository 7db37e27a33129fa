import { useEffect, useRef } from 'preact/hooks'
import { toApiError } from '../api/api-error.ts'
import { Button, IconButton } from '../design/button.tsx'
import { CodeChip } from '../design/copy-button.tsx'
import { Skeleton } from '../design/skeleton.tsx'
import { errorText } from '../languages/error-text.ts'
import { ago, dateAndTime } from '../languages/formats.ts'
import { t } from '../languages/language.ts'
import { showNotice } from '../state/notices.ts'
import { messagePath } from '../state/page-path.ts'
import { followLink } from '../state/route.ts'
import { deleteLater } from './deletions.ts'
import { EmptyInbox } from './empty-inbox.tsx'
import type { OpenInbox } from './open-inbox.ts'
import { senderName } from './sender-name.ts'

/** The messages of an inbox, newest first. */
export function MessageList({ inbox, openId }: { inbox: OpenInbox; openId: string | null }) {
  const messages = inbox.messages.value
  const list = useRef<HTMLUListElement>(null)
  const lastOpen = useRef(openId)
  useEffect(() => {
    // Back from a message: its row has the focus again, or the list where it is deleted.
    if (openId === null && lastOpen.current) {
      const row = list.current?.querySelector<HTMLElement>(`[data-id="${lastOpen.current}"] a`)
      row?.focus()
    }
    lastOpen.current = openId
  }, [openId])

  if (inbox.phase.value.state === 'loading') return <Skeleton rows={4} label={t('loading')} />
  if (messages.length === 0) return <EmptyInbox address={inbox.address} />

  const loadOlder = () => {
    inbox.loadOlder().catch((thrown) => showNotice(errorText(toApiError(thrown)), { isError: true }))
  }
  return (
    <>
      <div class="list-header">
        <h2>{t('messageCount', { count: messages.length })}</h2>
        {!inbox.mayDelete.value && <p>{t('readOnly')}</p>}
      </div>
      <ul class="messages" ref={list}>
        {messages.map((message) => (
          <MessageRow key={message.id} inbox={inbox} message={message} isOpen={message.id === openId} />
        ))}
      </ul>
      {inbox.olderCursor.value !== null && (
        <div class="list-footer">
          <Button aria-disabled={inbox.isLoadingOlder.value} onClick={loadOlder}>
            {t(inbox.isLoadingOlder.value ? 'loading' : 'loadOlder')}
          </Button>
        </div>
      )}
    </>
  )
}

interface MessageRowProps {
  inbox: OpenInbox
  message: OpenInbox['messages']['value'][number]
  isOpen: boolean
}

function MessageRow({ inbox, message, isOpen }: MessageRowProps) {
  const { id, subject, preview, isRead, otpCode, receivedAt } = message
  const title = subject || t('noSubject')
  return (
    <li class={`row ${isRead ? '' : 'is-unread'} ${isOpen ? 'is-open' : ''}`} data-id={id}>
      <a href={messagePath(inbox.address, id)} onClick={followLink} aria-current={isOpen ? 'true' : undefined}>
        <span class="row-from">
          {!isRead && <span class="visually-hidden">{t('unread')}: </span>}
          <bdi>{senderName(message)}</bdi>
        </span>
        <time dateTime={receivedAt} title={dateAndTime(receivedAt)}>
          {ago(receivedAt)}
        </time>
        <span class="row-subject" dir="auto">
          {title}
        </span>
        <span class="row-preview" dir="auto">
          {preview}
        </span>
      </a>
      <div class="row-actions">
        {otpCode && <CodeChip code={otpCode} />}
        {inbox.mayDelete.value && (
          <IconButton
            icon="trash"
            class="row-delete"
            label={t('deleteMessage', { subject: title })}
            onClick={() => deleteLater(inbox.address, id)}
          />
        )}
      </div>
    </li>
  )
}
