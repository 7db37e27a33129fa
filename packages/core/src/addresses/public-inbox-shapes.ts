import {
  dayMs,
  limits,
  type MessageListItem,
  type Page,
  type PublicMessageListItem,
  type ReadPublicInboxOutput,
} from '@inlet/contract'
import type { VisitorCaller } from '../access/caller.ts'
import type { Deps } from '../deps.ts'
import type { Site } from '../domains/find-site.ts'

interface VisitedPage {
  site: Site
  visitor: VisitorCaller
  page: Page<MessageListItem>
}

/** An inbox as its page shows it, built field by field so that nothing else leaks. */
export function toPublicInbox(deps: Pick<Deps, 'clock'>, { site, visitor, page }: VisitedPage): ReadPublicInboxOutput {
  const { name, accentColor, theme, locale, logoUrl, host } = site.info
  const { fullAddress, inbox } = visitor
  const inTenYears = new Date(deps.clock.now().getTime() + limits.farFutureDays * dayMs)
  return {
    data: {
      service: { name, accentColor, theme, locale, logoUrl },
      address: {
        full: fullAddress,
        hostname: host,
        hasPassword: inbox !== null && inbox.passwordHash !== null,
        hasOwner: inbox !== null && inbox.owner !== 'none',
        expiresAt: (inbox?.expiresAt ?? inTenYears).toISOString(),
        ttlSecondsLeft: 0,
      },
      messages: page.data.map(toPublicMessageListItem),
    },
    meta: page.meta,
  }
}

const toPublicMessageListItem = (item: MessageListItem): PublicMessageListItem => ({
  id: item.id,
  fromAddr: item.fromAddr,
  fromName: item.fromName,
  subject: item.subject,
  preview: item.preview,
  isRead: item.isRead,
  otpCode: item.otpCode,
  tags: item.tags,
  receivedAt: item.receivedAt,
  expiresAt: item.expiresAt,
})
