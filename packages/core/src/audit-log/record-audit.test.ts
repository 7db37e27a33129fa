import type { AuditAction } from '@inlet/contract'
import { expect, test } from 'vitest'
import { crossing, deletedService } from '../../test/audited-services.ts'
import { type CoreWorld, identityOf, logIn, startCoreWorld } from '../../test/core-world.ts'
import { emptyImport } from '../../test/empty-import.ts'
import { endingLogins } from '../../test/ending-logins.ts'
import { takingOver } from '../../test/lapsed-host.ts'
import { narrowing } from '../../test/proven-domain.ts'
import { storedMessage } from '../../test/stored-message.ts'
import { storedWebhook } from '../../test/stored-webhook.ts'
import { deleteAddress, extendAddress } from '../addresses/change-address.ts'
import { createAddress } from '../addresses/create-address.ts'
import { createApiKey, revokeApiKey, rotateApiKey } from '../api-keys/manage-api-keys.ts'
import type { DnsLookup } from '../domain-owners/check-domain.ts'
import { createDomain } from '../domain-owners/create-domain.ts'
import { removeDomain } from '../domain-owners/remove-domain.ts'
import { trustDomain, verifyDomain } from '../domain-owners/verify-domain.ts'
import { changeDomain } from '../domains/change-domain.ts'
import { grantToken } from '../logins/grant-token.ts'
import { changeAccount, createAccount } from '../logins/manage-accounts.ts'
import { putOidcRecord } from '../logins/oidc-records.ts'
import { createSigningKey } from '../logins/signing-keys.ts'
import { clearInbox } from '../messages/clear-inbox.ts'
import { deleteMessage } from '../messages/delete-messages.ts'
import { changeMember, removeMember } from '../people/change-member.ts'
import { acceptInvitation, declineInvitation } from '../people/invitations.ts'
import { inviteMember } from '../people/invite-member.ts'
import { changeService } from '../services/manage-services.ts'
import { rememberCustomer } from '../services/service-payment.ts'
import { changeWebhook, createWebhook, deleteWebhook, rotateWebhookSecret } from '../webhooks/manage-webhooks.ts'
import { disableWebhook } from '../webhooks/record-attempts.ts'
import { recoverWebhook, redeliver } from '../webhooks/requeue-deliveries.ts'
import { testWebhook } from '../webhooks/test-webhook.ts'
import { webhookTargets } from '../webhooks/webhook-targets.ts'
import { createService } from '../whole-service/create-service.ts'
import { deleteService } from '../whole-service/delete-service.ts'
import { setPlan } from '../whole-service/give-plan.ts'
import { beginImport, finishImport } from '../whole-service/import-service.ts'
import { refreshSubscription } from '../whole-service/refresh-subscription.ts'
import { sweepService } from '../whole-service/sweep-service.ts'
import { deleteUnusedAddresses } from '../whole-service/unused-addresses.ts'
import { auditEntryModel } from './audit-entry-model.ts'

const email = 'ada@people.example'
const mxHost = 'mx.inlet.example'
const account = { email, passwordHash: 'scrypt$…', isEmailVerified: true, membership: null }
const found = (...records: string[]): DnsLookup => ({ records, error: records.length > 0 ? null : 'nxdomain' })
const noDns = { txt: async () => found(), mx: async () => found() }
const targets = webhookTargets([])
const webhook = { url: 'https://hooks.example.com/', events: ['message.received' as const], filterOtpOnly: false }

/** Prepares a change. @returns the change */
type Prepared = (world: CoreWorld) => Promise<() => Promise<unknown>>

const invite = ({ deps, operator, serviceId }: CoreWorld) =>
  inviteMember(deps, operator, { id: serviceId, email, role: 'admin' })

const claim = ({ deps, operator, serviceId }: CoreWorld) =>
  createDomain(deps, operator, { id: serviceId, hostname: 'acme.example', mxHost })

const newKey = ({ deps, operator, serviceId: id }: CoreWorld) =>
  createApiKey(deps, operator, { id, name: 'ci', scope: 'read', livemode: true })

const newAddress = async ({ deps, operator, serviceId, domain }: CoreWorld) =>
  (await createAddress(deps, operator, { id: serviceId, domainId: domain.id, localPart: 'code' })).address

const newWebhook = ({ deps, operator, serviceId: id }: CoreWorld) =>
  createWebhook(deps, operator, { ...webhook, id, targets })

const newDelivery = async (world: CoreWorld, state: 'succeeded' | 'failed') => {
  const { id: webhookId } = await newWebhook(world)
  const { id } = await testWebhook(world.deps, world.operator, { id: webhookId, event: 'message.received' })
  await world.deps.db.collection<{ _id: string }>('deliveries').updateOne({ _id: id }, { $set: { state } })
  return { id, webhookId }
}

const changeOfAccount =
  (change: { kind: 'password'; passwordHash: string } | { kind: 'disable' } | { kind: 'enable' }): Prepared =>
  async ({ deps, operator }) => {
    const { account: made } = await createAccount(deps, operator, account)
    const grant = { kind: 'Grant', id: 'g', payload: '{}', accountId: made._id, lifetimeSeconds: 60 }
    await putOidcRecord(deps, grant)
    if (change.kind === 'enable') await changeAccount(deps, operator, { email, kind: 'disable' })
    return () => changeAccount(deps, operator, { email, ...change })
  }

/** Orders of plans change nothing here: what comes of them is the provider's. */
type Order = 'service.plan_ordered' | 'service.checkout_started' | 'service.portal_opened'

/** A change for every other action of the audit log. */
const changes: Record<Exclude<AuditAction, Order>, Prepared> = {
  'service.created':
    async ({ deps, operator }) =>
    () =>
      createService(deps, operator, { isSelfService: true, name: 'Other' }),
  'service.changed':
    async ({ deps, operator, serviceId: id }) =>
    () =>
      changeService(deps, operator, { id, retentionDays: 3 }),
  'service.plan_changed':
    async ({ deps, operator, serviceId }) =>
    () =>
      setPlan(deps, operator, { serviceId, planId: 'pro' }),
  'service.importing':
    async ({ deps, operator }) =>
    () =>
      beginImport(deps, operator, emptyImport),
  async 'service.imported'({ deps, operator }) {
    await beginImport(deps, operator, emptyImport)
    return () => finishImport(deps, operator, emptyImport)
  },
  'service.deleted':
    async ({ deps, operator, serviceId: id }) =>
    () =>
      deleteService(deps, operator, { id, confirm: 'Acme' }),
  async 'service.erasing'(world) {
    const { order } = await deletedService(world)
    return () => sweepService(world.deps, order)
  },
  async 'service.erased'(world) {
    const { order, settle } = await deletedService(world)
    await settle()
    return () => sweepService(world.deps, { ...order, reportedAt: world.clock.now() })
  },
  async 'service.subscription_changed'({ deps, serviceId }) {
    await rememberCustomer(deps, serviceId, 'cus_1')
    const period = { start: new Date(0), end: new Date() }
    const paid = { id: 'sub_1', status: 'active', period, cancelsAtEnd: false, plan: null } as const
    return () => refreshSubscription(deps, 'cus_1', async () => paid)
  },
  'service.quota_near': async (world) => crossing(world, 800),
  'service.quota_reached': async (world) => crossing(world, 1_000),
  'member.invited': async (world) => () => invite(world),
  async 'member.joined'(world) {
    const { id } = await invite(world)
    const ada = await logIn(world.deps, identityOf('ada'))
    return () => acceptInvitation(world.deps, ada, id)
  },
  async 'member.declined'(world) {
    const { id } = await invite(world)
    const ada = await logIn(world.deps, identityOf('ada'))
    return () => declineInvitation(world.deps, ada, id)
  },
  async 'member.changed'(world) {
    const { id } = await invite(world)
    return () => changeMember(world.deps, world.operator, { id: world.serviceId, userId: id, role: 'viewer' })
  },
  async 'member.removed'(world) {
    const { id } = await invite(world)
    return () => removeMember(world.deps, world.operator, { id: world.serviceId, userId: id })
  },
  'domain.added': async (world) => () => claim(world),
  async 'domain.verified'(world) {
    const { id, records } = await claim(world)
    const [txt, mx] = [found(records[0]?.value ?? ''), found(mxHost)]
    return () =>
      verifyDomain(world.deps, world.operator, { id, mxHost, dns: { txt: async () => txt, mx: async () => mx } })
  },
  'domain.failing':
    async ({ deps, operator, domain }) =>
    () =>
      verifyDomain(deps, operator, { id: domain.id, mxHost, dns: noDns }),
  async 'domain.trusted'(world) {
    const { id } = await claim(world)
    return () => trustDomain(world.deps, world.operator, { id, mxHost })
  },
  'domain.lost': takingOver,
  'domain.narrowed': narrowing,
  'domain.changed':
    async ({ deps, operator, domain: { id } }) =>
    () =>
      changeDomain(deps, operator, { id, publicInbox: true, mxHost }),
  async 'domain.removed'(world) {
    await storedMessage(world)
    const { id, hostname: confirm } = world.domain
    return () => removeDomain(world.deps, world.operator, { id, confirm })
  },
  'api_key.created': async (world) => () => newKey(world),
  async 'api_key.rotated'(world) {
    const { id } = await newKey(world)
    return () => rotateApiKey(world.deps, world.operator, { id, graceSeconds: 0 })
  },
  async 'api_key.revoked'(world) {
    const { id } = await newKey(world)
    return () => revokeApiKey(world.deps, world.operator, id)
  },
  async 'webhook.disabled'(world) {
    const { _id } = await storedWebhook(world)
    return () => disableWebhook(world.deps, _id, 'gone')
  },
  'address.created': async (world) => () => newAddress(world),
  async 'address.extended'(world) {
    const { id } = await newAddress(world)
    return () => extendAddress(world.deps, world.operator, { id })
  },
  async 'address.cleared'(world) {
    const { addressId } = await storedMessage(world)
    return () => clearInbox(world.deps, world.operator, addressId)
  },
  async 'address.deleted'(world) {
    const { id } = await newAddress(world)
    return () => deleteAddress(world.deps, world.operator, id)
  },
  async 'service.addresses_deleted'(world) {
    const { id } = await newAddress(world)
    await world.deps.db.collection<{ _id: string }>('addresses').updateOne({ _id: id }, { $set: { owner: 'none' } })
    return () => deleteUnusedAddresses(world.deps, world.operator, { id: world.serviceId })
  },
  async 'message.deleted'(world) {
    const { _id: id } = await storedMessage(world)
    return () => deleteMessage(world.deps, world.operator, id)
  },
  'webhook.created': async (world) => () => newWebhook(world),
  async 'webhook.changed'(world) {
    const { id } = await newWebhook(world)
    return () => changeWebhook(world.deps, world.operator, { id, enabled: false, targets })
  },
  async 'webhook.secret_rotated'(world) {
    const { id } = await newWebhook(world)
    return () => rotateWebhookSecret(world.deps, world.operator, id)
  },
  async 'webhook.tested'(world) {
    const { id } = await newWebhook(world)
    return () => testWebhook(world.deps, world.operator, { id, event: 'message.received' })
  },
  async 'webhook.redelivered'(world) {
    const { id } = await newDelivery(world, 'succeeded')
    return () => redeliver(world.deps, world.operator, { id })
  },
  async 'webhook.recovered'(world) {
    const { webhookId: id } = await newDelivery(world, 'failed')
    return () => recoverWebhook(world.deps, world.operator, { id, since: '2020-01-01T00:00:00Z' })
  },
  async 'webhook.deleted'(world) {
    const { webhookId } = await newDelivery(world, 'failed')
    return () => deleteWebhook(world.deps, world.operator, webhookId)
  },
  'account.created':
    async ({ deps, operator }) =>
    () =>
      createAccount(deps, operator, account),
  'account.password_set': changeOfAccount({ kind: 'password', passwordHash: 'scrypt$other' }),
  'account.disabled': changeOfAccount({ kind: 'disable' }),
  'account.enabled': changeOfAccount({ kind: 'enable' }),
  async 'account.token_issued'({ deps, operator }) {
    await createAccount(deps, operator, account)
    return () => grantToken(deps, operator, { email, grantId: 'g', lifetimeSeconds: 60 })
  },
  'account.logins_ended': endingLogins,
  async 'signing_key.rotated'(world) {
    await changeOfAccount({ kind: 'enable' })(world)
    const newest = { kid: '1', privateJwk: '{}', cookieSecret: 's' }
    await createSigningKey(world.deps, newest, { replaces: null, keptSeconds: 1, caller: null })
    const rotation = { replaces: '1', keptSeconds: null, caller: world.operator }
    return () => createSigningKey(world.deps, { ...newest, kid: '2' }, rotation)
  },
}

/** All stored documents but those of the audit log, and the counts of limits. */
async function stored({ deps }: CoreWorld): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {}
  for (const { name } of await deps.db.listCollections().toArray()) {
    if (!['auditLog', 'rateWindows'].includes(name))
      found[name] = await deps.db.collection(name).find().sort({ _id: 1 }).toArray()
  }
  return found
}

test.each(Object.entries(changes))('%s: without its audit entry nothing is changed', async (action, prepare) => {
  await using world = await startCoreWorld()
  const change = await prepare(world)
  const before = await stored(world)
  const log = auditEntryModel.in(world.deps.db)
  const entries = await log.countDocuments()

  await world.deps.db.command({ collMod: 'auditLog', validator: { never: true } })
  await expect(change()).rejects.toThrow('Document failed validation')
  expect(await stored(world)).toEqual(before)

  await world.deps.db.command({ collMod: 'auditLog', validator: {} })
  await change()
  expect(await stored(world)).not.toEqual(before)
  // What one service loses, another one has proven: both audit logs say so.
  expect(await log.countDocuments()).toBe(entries + (['domain.lost', 'domain.narrowed'].includes(action) ? 2 : 1))
  expect((await log.find().toArray()).filter((entry) => entry.action === action)).toHaveLength(1)
})
