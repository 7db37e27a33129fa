import type { Domain } from '@inlet/contract'
import { CircleAlert, CircleCheck, Hourglass, type LucideIcon, Unlink } from 'lucide-react'
import { classes } from '../../design/classes.ts'
import { isTrusted } from './domain-words.ts'

interface Notice {
  icon: LucideIcon
  look: string
  title: string
  text: string
}

function noticeOf(domain: Domain): Notice {
  switch (domain.state) {
    case 'pending':
      return {
        icon: Hourglass,
        look: 'bg-warn-soft text-warn',
        title: 'Waiting for its DNS records',
        text: 'Enter both records below at your DNS provider. They are looked up every minute in the first hour, and this page changes by itself as soon as they are found.',
      }
    case 'verified':
      return {
        icon: CircleCheck,
        look: 'bg-good-soft text-good',
        title: 'Verified: it receives mail',
        text: isTrusted(domain)
          ? 'The operator of this server vouches for it, so that its DNS records are not looked up.'
          : 'Leave both records in place. They are looked up once a day.',
      }
    case 'failing':
      return {
        icon: CircleAlert,
        look: 'bg-danger-soft text-danger',
        title: 'A record is missing now',
        text: 'It still receives the mail that is sent here. But once its TXT record has been missing for 72 hours, another service that proves the domain takes it over, and its addresses with their mail are gone.',
      }
    case 'lost':
      return {
        icon: Unlink,
        look: 'bg-danger-soft text-danger',
        title: 'Another service has taken it over',
        text: 'That service has proven the domain after its TXT record was missing for 72 hours. It receives nothing here; its addresses and their mail are deleted. To claim it anew, delete it and add it again.',
      }
  }
}

/** What the state of a domain means, and what to do; a screen reader says it when it changes. */
export function DomainNotice({ domain }: { domain: Domain }) {
  const { icon: Icon, look, title, text } = noticeOf(domain)
  return (
    <div role="status" className={classes('flex gap-3 rounded-lg px-4 py-3 text-ui', look)}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="grid gap-0.5">
        <p className="font-medium">{title}</p>
        <p>{text}</p>
      </div>
    </div>
  )
}
