import { Notice } from './notice.tsx'

/** Says that the service has had its deliveries of this minute, while it has further events. */
export const EventsWaitNotice = () => (
  <Notice tone="neutral" title="Events are waiting">
    This service has reached its limit of deliveries for this minute. No event is lost: waiting events are delivered
    from the next minute on, oldest first.
  </Notice>
)
