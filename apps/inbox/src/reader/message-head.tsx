import type { PublicMessage } from '@inlet/contract'
import type { RefObject } from 'preact'
import { CopyButton } from '../design/copy-button.tsx'
import { senderName } from '../inbox/sender-name.ts'
import { dateAndTime } from '../languages/formats.ts'
import { t } from '../languages/language.ts'

type Head = Pick<PublicMessage, 'fromName' | 'fromAddr' | 'subject' | 'receivedAt' | 'otpCode'>

interface MessageHeadProps {
  message: Head
  heading: RefObject<HTMLHeadingElement>
}

/** Subject, sender and time, and the code where there is one. */
export function MessageHead({ message, heading }: MessageHeadProps) {
  const { fromName, fromAddr, subject, receivedAt, otpCode } = message
  return (
    <header class="message-head">
      <h1 ref={heading} tabIndex={-1}>
        <bdi>{subject || t('noSubject')}</bdi>
      </h1>
      <p class="message-from">
        <bdi class="message-sender">{senderName(message)}</bdi>{' '}
        {fromName && fromAddr && <bdi class="message-address">{fromAddr}</bdi>}
        <time dateTime={receivedAt}>{dateAndTime(receivedAt)}</time>
      </p>
      {otpCode && (
        <section class="code-panel" aria-label={t('code')}>
          <div>
            <p class="code-label">{t('code')}</p>
            <p class="code">
              <bdi dir="ltr">{otpCode}</bdi>
            </p>
          </div>
          <CopyButton kind="primary" text={otpCode} label={t('copyCode')} />
        </section>
      )}
    </header>
  )
}
