import type { MessageListItem } from '@inlet/contract'
import { Link } from '@tanstack/react-router'
import { Paperclip } from 'lucide-react'
import { classes } from '../../design/classes.ts'
import { DateTime } from '../../design/date-time.tsx'
import { inOrder } from '../../design/visible-text.ts'
import { CodeChip } from './code-chip.tsx'

/** All rows have one height, so that the place of each is known without measuring it. */
export const rowHeight = 88

interface MessageRowProps {
  message: MessageListItem
  isOpen: boolean
  /** Chosen with the keyboard. */
  isCurrent: boolean
}

/** A message in the list: the whole row opens it, its code is copied. */
export function MessageRow({ message, isOpen, isCurrent }: MessageRowProps) {
  const { id, fromName, fromAddr, subject, preview, receivedAt, isRead, otpCode, tags } = message
  const from = inOrder(fromName || fromAddr) || 'No sender'
  return (
    <div
      className={classes(
        'relative flex h-full gap-2 border-line border-b py-2.5 pr-3 pl-2 text-ui transition-colors',
        isOpen ? 'bg-accent-soft' : isCurrent ? 'bg-hover' : 'hover:bg-canvas',
      )}
    >
      <span className="grid h-5 w-2.5 shrink-0 place-items-center">
        {!isRead && <span aria-hidden className="size-2 rounded-full bg-accent" />}
      </span>
      <div className="grid min-w-0 flex-1 grid-cols-1 content-start gap-0.5">
        <div className="flex items-baseline gap-2">
          <bdi className={classes('min-w-0 flex-1 truncate text-left', isRead ? 'text-muted' : 'font-semibold')}>
            {from}
          </bdi>
          <span className="shrink-0 text-faint text-xs">
            <DateTime at={receivedAt} />
          </span>
        </div>
        <Link
          from="/services/$serviceId/inbox/$address"
          to="."
          search={(now) => ({ ...now, message: id })}
          resetScroll={false}
          data-message={id}
          className={classes(
            'min-w-0 outline-none before:absolute before:inset-0 before:-outline-offset-2 focus-visible:before:outline-2 focus-visible:before:outline-accent',
            isRead ? 'text-muted' : 'font-medium',
          )}
        >
          <span dir="auto" className="block truncate">
            {!isRead && <span className="sr-only">Unread: </span>}
            {inOrder(subject) || 'No subject'}
          </span>
        </Link>
        <div className="flex h-6 min-w-0 items-center gap-2">
          <span dir="auto" className="min-w-0 flex-1 truncate text-faint text-xs">
            {inOrder(preview)}
          </span>
          {tags.includes('attachment') && (
            <Paperclip aria-label="With attachment" className="size-3.5 shrink-0 text-faint" />
          )}
          {otpCode !== null && <CodeChip code={otpCode} className="relative max-w-40" />}
        </div>
      </div>
    </div>
  )
}
