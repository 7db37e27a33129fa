import { createAddress } from '../src/addresses/create-address.ts'
import { createApiKey } from '../src/api-keys/manage-api-keys.ts'
import { inTransaction } from '../src/database/transaction.ts'
import { createDomain } from '../src/domain-owners/create-domain.ts'
import { recordFeedEvent } from '../src/feed-events/feed-events.ts'
import { insertLargeParts } from '../src/messages/large-parts.ts'
import { inviteMember } from '../src/people/invite-member.ts'
import { changeService } from '../src/services/manage-services.ts'
import { createWebhook } from '../src/webhooks/manage-webhooks.ts'
import { testWebhook } from '../src/webhooks/test-webhook.ts'
import { webhookTargets } from '../src/webhooks/webhook-targets.ts'
import type { CoreWorld } from './core-world.ts'
import { storedMessage } from './stored-message.ts'
import { unlockAsVisitor } from './unlock-as-visitor.ts'

const logo =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
/** Above `inlineRawMaxBytes`, so that it lies in chunks. */
const largeBytes = 1_300_000

/**
 * Gives the world's service something in every collection that has records of services: another domain, a logo, a lock that was opened, a day of usage, a
 * key, an invitation, a webhook with a delivery, something for live feeds, an address made under an idempotency key, and messages, one of them with large parts.
 */
export async function fillService(world: CoreWorld) {
  const { deps, operator, serviceId: id, domain } = world
  const claim = await createDomain(deps, operator, { id, hostname: 'claim.example', mxHost: 'mx.inlet.example' })
  await changeService(deps, operator, { id, logo, accessLock: { enabled: true, password: 'open sesame' } })
  await unlockAsVisitor(deps, id, 'open sesame')
  await createApiKey(deps, operator, { id, name: 'ci', scope: 'read', livemode: true })
  await inviteMember(deps, operator, { id, email: 'ada@people.example', role: 'owner' })
  const input = { events: ['message.received' as const], filterOtpOnly: false, targets: webhookTargets([]) }
  const webhook = await createWebhook(deps, operator, { ...input, id, url: 'https://hooks.example.com/' })
  await testWebhook(deps, operator, { id: webhook.id, event: 'message.received' })
  const day = { _id: `${id}/2027-01-31`, serviceId: id, day: '2027-01-31', messagesReceived: 2 }
  await deps.db.collection<{ _id: string }>('usageDaily').insertOne(day)
  const resync = { serviceId: id, content: { type: 'resync', data: null } } as const
  await inTransaction(deps.db, (tx) => recordFeedEvent(deps, tx, resync))
  const keyed = { id, domainId: domain.id, localPart: 'keyed', idempotencyKey: 'once' }
  await createAddress(deps, operator, keyed)
  const small = await storedMessage(world, { pendingEvent: true })
  const raw = Buffer.alloc(largeBytes, 'x\r\n')
  const { expiresAt, content, attachments, searchText } = small
  const shared = { content, attachments, searchText }
  const { sourceId } = await insertLargeParts(deps, { serviceId: id, raw, shared, expiresAt })
  const large = await storedMessage(world, { sourceId })
  return { claim, webhook, messages: [small, large], ids: [id, domain.id, claim.id, webhook.id] }
}
