import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type ApiError, toApiError } from '../api/api-error.ts'
import { Button, IconButton } from '../design/button.tsx'
import { useHeadingFocus } from '../design/heading-focus.ts'
import { Skeleton } from '../design/skeleton.tsx'
import { StatePanel } from '../design/state-panel.tsx'
import { deleteLater } from '../inbox/deletions.ts'
import type { OpenInbox } from '../inbox/open-inbox.ts'
import { errorText } from '../languages/error-text.ts'
import { t } from '../languages/language.ts'
import { inboxPath } from '../state/page-path.ts'
import { navigate } from '../state/route.ts'
import { MessageBody } from './message-body.tsx'
import { MessageHead } from './message-head.tsx'
import { AttachmentList, LinkList } from './message-parts.tsx'

/** One message, read from the server when it is opened. */
export function Reader({ inbox, messageId }: { inbox: OpenInbox; messageId: string }) {
  const { address } = inbox
  const message = useSignal(inbox.known(messageId))
  const error = useSignal<ApiError | null>(null)
  const attempt = useSignal(0)
  const isInboxReady = inbox.phase.value.state === 'ready'
  // With the heading of the list's row there is something to read before the answer is there.
  const known = inbox.messages.value.find(({ id }) => id === messageId)
  const shown = message.value ?? known ?? null
  const heading = useHeadingFocus(shown ? messageId : null)

  useEffect(() => {
    if (!isInboxReady || message.value) return
    let isGone = false
    inbox.readMessage(messageId).then(
      (read) => {
        if (!isGone) message.value = read
      },
      (thrown) => {
        if (!isGone) error.value = toApiError(thrown)
        // A lock or a password that changed is the inbox's matter: it asks for it.
        if (error.value?.status === 401) inbox.retry()
        if (error.value?.status === 404) inbox.drop(messageId)
      },
    )
    return () => {
      isGone = true
    }
  }, [messageId, isInboxReady, attempt.value])

  const goBack = () => navigate(inboxPath(address))
  const tryAgain = () => {
    error.value = null
    attempt.value += 1
  }
  const remove = () => {
    deleteLater(address, messageId)
    goBack()
  }
  return (
    <article class="reader">
      <div class="reader-bar">
        <Button kind="quiet" icon="back" class="reader-back" onClick={goBack}>
          {t('backToList')}
        </Button>
        {inbox.mayDelete.value && !error.value && (
          <IconButton
            icon="trash"
            label={t('deleteMessage', { subject: shown?.subject || t('noSubject') })}
            onClick={remove}
          />
        )}
      </div>
      {error.value ? (
        <ReaderError error={error.value} tryAgain={tryAgain} goBack={goBack} />
      ) : (
        <>
          {shown && <MessageHead message={shown} heading={heading} />}
          {message.value ? (
            <>
              <MessageBody message={message.value} />
              <LinkList links={message.value.links} />
              <AttachmentList attachments={message.value.attachments} />
            </>
          ) : (
            <Skeleton rows={3} label={t('loading')} />
          )}
        </>
      )}
    </article>
  )
}

interface ReaderErrorProps {
  error: ApiError
  tryAgain: () => void
  goBack: () => void
}

function ReaderError({ error, tryAgain, goBack }: ReaderErrorProps) {
  const { requestId } = error.facts
  if (error.status === 404) {
    return (
      <StatePanel icon="trash" title={t('errorGone')} text={t('messageGoneText')} takesFocus>
        <Button kind="primary" onClick={goBack}>
          {t('backToList')}
        </Button>
      </StatePanel>
    )
  }
  return (
    <StatePanel
      icon="warning"
      title={t('failedTitle')}
      text={errorText(error)}
      detail={requestId && t('requestId', { id: requestId })}
      takesFocus
    >
      <Button kind="primary" onClick={tryAgain}>
        {t('tryAgain')}
      </Button>
    </StatePanel>
  )
}
