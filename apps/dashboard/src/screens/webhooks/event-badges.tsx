import type { Webhook } from '@inlet/contract'
import { Badge } from '../../design/badge.tsx'

/** The types of events that a webhook gets. */
export const EventBadges = ({ webhook: { events, filterOtpOnly } }: { webhook: Webhook }) => (
  <span className="flex flex-wrap gap-1.5">
    {events.map((event) => (
      <Badge key={event}>{event}</Badge>
    ))}
    {filterOtpOnly && <Badge tone="accent">Codes only</Badge>}
  </span>
)
