import { type Deps, insertDomain, insertService, processMemory, unlimitedPlans } from '@inlet/core'
import { idSource, systemClock } from '@inlet/runtime'
import { storeWebhook } from '../../test/support/stored-webhook.ts'
import type { ReceiverKind } from './receivers.ts'

/** A service with one domain, one inbox and one webhook. */
interface Endpoint<Kind> {
  kind: Kind
  inbox: [localPart: string, host: string]
}

/** Makes services, each with a webhook for received mails at a receiver of its kind. */
export async function makeEndpoints<Kind extends ReceiverKind>(
  db: Deps['db'],
  receivers: { url(kind: Kind, endpoint: number): string },
  kinds: Kind[],
): Promise<Endpoint<Kind>[]> {
  const deps: Deps = { db, clock: systemClock, ...idSource(systemClock), plans: unlimitedPlans, ...processMemory(db) }
  const endpoints: Endpoint<Kind>[] = []
  for (const [index, kind] of kinds.entries()) {
    const { _id: serviceId } = await insertService(deps, { name: `Service ${index}` })
    const hostname = `${serviceId.toLowerCase()}.example`
    await insertDomain(deps, { serviceId, hostname, state: 'verified', publicInbox: true })
    await storeWebhook(deps, { serviceId, url: receivers.url(kind, index), events: ['message.received'] })
    endpoints.push({ kind, inbox: ['code', hostname] })
  }
  return endpoints
}
