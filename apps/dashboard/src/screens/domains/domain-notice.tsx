import type { Domain } from '@inlet/contract'
import { CircleAlert, CircleCheck, Hourglass, type LucideIcon, Unlink } from 'lucide-react'
import { classes } from '../../design/classes.ts'
import { isTrusted } from './domain-labels.ts'

interface Notice {
  icon: LucideIcon
  className: string
  title: string
  text: string
}

function noticeOf(domain: Domain): Notice {
  switch (domain.state) {
    case 'pending':
      return {
        icon: Hourglass,
        className: 'bg-warn-soft text-warn',
        title: 'Waiting for DNS records',
        text: 'Create both records below at your DNS provider. We check every minute for the first hour, and this page updates as soon as they are found.',
      }
    case 'verified':
      return {
        icon: CircleCheck,
        className: 'bg-good-soft text-good',
        title: 'Verified: receiving mail',
        text: isTrusted(domain)
          ? 'The operator of this server verified it by hand, so its DNS records are not checked.'
          : 'Leave both records in place. They are checked once a day.',
      }
    case 'failing':
      return {
        icon: CircleAlert,
        className: 'bg-danger-soft text-danger',
        title: 'A DNS record is missing',
        text: 'The domain still receives mail. But once its TXT record has been missing for 72 hours, another service can verify the domain and take it over. Its addresses and their mail are then deleted.',
      }
    case 'lost':
      return {
        icon: Unlink,
        className: 'bg-danger-soft text-danger',
        title: 'Another service has taken it over',
        text: 'Another service verified the domain after its TXT record had been missing for 72 hours. It no longer receives mail here; its addresses and their mail were deleted. To claim it again, delete it and add it again.',
      }
  }
}

/** What the state of a domain means, and what to do; a screen reader says it when it changes. */
export function DomainNotice({ domain }: { domain: Domain }) {
  const { icon: Icon, className, title, text } = noticeOf(domain)
  return (
    <div role="status" className={classes('flex gap-3 rounded-lg px-4 py-3 text-ui', className)}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="grid gap-0.5">
        <p className="font-medium">{title}</p>
        <p>{text}</p>
      </div>
    </div>
  )
}
