import type { Deps } from '../deps.ts'
import { quotaOf } from '../plans/quotas.ts'
import { findServicesOfPlans } from '../services/service-plan.ts'
import { quotaLevels, shareOf } from './message-quota.ts'
import { periodOf } from './period-of.ts'
import { countMessagesOfServices } from './read-usage.ts'

/** How the services of all customers stand with the messages of their plans. */
interface QuotaSummary {
  /** Services whose plan limits their messages. */
  limited: number
  /** Of them, those that have received 80 % of their messages in this period, and not all. */
  near: number
  /** Of them, the ids of those that have received all: their mail is deferred. */
  full: string[]
}

/** How many services are read at a time. */
const pageSize = 200

/** Counts the services that are near the end of their messages, or there, for the operator. Reads all services with such a plan. */
export async function summarizeQuotas(deps: Deps): Promise<QuotaSummary> {
  const summary: QuotaSummary = { limited: 0, near: 0, full: [] }
  for (let page = await nextPage(deps, ''); page.length > 0; page = await nextPage(deps, page.at(-1)?._id ?? '')) {
    const periods = new Map(page.map((service) => [service._id, periodOf(service, deps.clock.now())]))
    const used = await countMessagesOfServices(deps, periods)
    const [near, full] = quotaLevels
    for (const service of page) {
      const share = shareOf(used.get(service._id) ?? 0, quotaOf(deps, service, 'messagesPerMonth'))
      if (share >= full) summary.full.push(service._id)
      else if (share >= near) summary.near += 1
    }
    summary.limited += page.length
  }
  return summary
}

/** Services with a limit of messages, by id. */
const nextPage = (deps: Deps, after: string) =>
  findServicesOfPlans(deps, ({ limits }) => limits.messagesPerMonth !== null, { after, limit: pageSize })
