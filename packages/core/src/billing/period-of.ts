import type { ServiceDoc } from '../services/service-model.ts'
import { monthOf, type Period } from './read-usage.ts'

/**
 * The period in which the messages of a service are counted: that of its subscription. Without one, after its end, and while the
 * provider's event about the next period is late or lost, it is the calendar month in UTC.
 */
export function periodOf({ payment }: Pick<ServiceDoc, 'payment'>, now: Date): Period {
  const subscription = payment?.subscription
  const isCurrent = subscription && subscription.status !== 'cancelled' && subscription.period.end > now
  return isCurrent ? subscription.period : monthOf(now)
}
