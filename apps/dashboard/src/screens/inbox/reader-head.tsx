import type { MessageListItem } from '@inlet/contract'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { AddressText } from '../../design/address-text.tsx'
import { Badge } from '../../design/badge.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { IconButton } from '../../design/icon-button.tsx'
import { inOrder } from '../../design/visible-text.ts'
import { CodeChip } from './code-chip.tsx'

interface ReaderHeadProps {
  message: Omit<MessageListItem, 'createdAt'>
  onClose: () => void
  onDelete: () => void
  refusal: string | null
}

const toneOf = (tag: string) => (tag === 'auth:fail' || tag === 'malformed' ? 'warn' : 'neutral')

/** Who wrote a message, what about, its code, and what can be done with it. */
export function ReaderHead({ message, onClose, onDelete, refusal }: ReaderHeadProps) {
  const { id, subject, fromName, fromAddr, toAddr, receivedAt, expiresAt, otpCode, tags } = message
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    void id
    // On a narrow page the list is gone, and the focus with it.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [id])
  return (
    <div className="grid gap-3 border-line border-b px-4 py-3 sm:px-5">
      <div className="flex items-start gap-2">
        <IconButton
          label="Back to the list"
          icon={<ArrowLeft aria-hidden />}
          onClick={onClose}
          className="-ml-2 lg:hidden"
        />
        <h2
          ref={heading}
          tabIndex={-1}
          dir="auto"
          title={inOrder(subject)}
          className="my-1 line-clamp-3 min-w-0 flex-1 text-start font-semibold text-base leading-6 outline-none"
        >
          {inOrder(subject) || 'No subject'}
        </h2>
        <IconButton
          label="Delete message"
          icon={<Trash2 aria-hidden />}
          refusal={refusal}
          onClick={onDelete}
          className="-mr-2"
        />
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-ui">
        <dt className="text-faint">From</dt>
        <dd className="flex flex-wrap gap-x-2">
          {fromName && <bdi className="line-clamp-2 font-medium">{inOrder(fromName)}</bdi>}
          <bdi className="line-clamp-2 text-muted">
            <AddressText>{inOrder(fromAddr) || 'no sender'}</AddressText>
          </bdi>
        </dd>
        <dt className="text-faint">To</dt>
        <dd className="text-muted">
          <AddressText>{toAddr}</AddressText>
        </dd>
        <dt className="text-faint">Received</dt>
        <dd className="text-muted">
          <DateTime at={receivedAt} /> · expires <DateTime at={expiresAt} />
        </dd>
      </dl>
      {(otpCode !== null || tags.length > 0) && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {otpCode !== null && <CodeChip code={otpCode} size="large" />}
          <ul aria-label="Tags" className="flex flex-wrap gap-1">
            {tags.map((tag) => (
              <li key={tag} className="max-w-full">
                <Link
                  from="/services/$serviceId/inbox/$address"
                  to="."
                  search={(now) => ({ ...now, tag })}
                  resetScroll={false}
                  title={`Only messages with the tag ${tag}`}
                  className="block max-w-full overflow-hidden rounded hover:brightness-95"
                >
                  <Badge tone={toneOf(tag)}>{tag}</Badge>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
