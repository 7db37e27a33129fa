import * as contract from '@inlet/contract'
import { auditLogFilters, deliveryStates, pageInput, webhookEvents } from '@inlet/contract'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { type CoreWorld, identityOf, logIn, startCoreWorld, userCaller } from '../test/core-world.ts'
import { workOn } from '../test/database-work.ts'
import { fillService } from '../test/full-service.ts'
import type { Deps } from './deps.ts'
import * as core from './index.ts'

/** Stored of each noun, in the service and in another one: far more than a page reads. */
const rowsEach = 150
const limit = 5
/** A page reads its own rows and one more, and a list of messages those of a small inbox. */
const pageReads = 40
const mxHost = 'mx.inlet.example'

/** What a list is asked for beside its filters. */
const noFilters = ['id', 'address', 'cursor', 'limit', 'waitSeconds']

interface Listed {
  world: CoreWorld
  /** With searches that are counted. */
  deps: Deps
  /** In the service. */
  webhookId: string
}

interface ListFacts<Schema extends z.ZodObject> {
  collection: string
  schema: Schema
  /** Values that match few rows or none, where that is possible: a scan would go on to the end. */
  filters: Record<string, readonly unknown[]>
  read: (listed: Listed, input: z.output<Schema>) => Promise<unknown>
}

const list = <Schema extends z.ZodObject>({ collection, schema, filters, read }: ListFacts<Schema>) => ({
  collection,
  filters,
  known: Object.keys(schema.shape).filter((key) => !noFilters.includes(key)),
  read: (listed: Listed, fields: Record<string, unknown>) => read(listed, schema.parse(fields)),
})

const times = { from: ['2099-01-01T00:00:00Z'], to: ['2000-01-01T00:00:00Z'] }
const audited = { actor: ['nobody'], action: ['service.erased'], ...times }

const lists = {
  listAccounts: list({
    collection: 'accounts',
    schema: pageInput,
    filters: {},
    read: ({ deps, world }, input) => core.listAccounts(deps, world.operator, input),
  }),
  listAddresses: list({
    collection: 'addresses',
    schema: contract.listAddressesInput,
    filters: {
      hostname: ['claim.example', 'mail.example'],
      q: ['nothing-like-it'],
      madeBy: contract.addressMakers,
    },
    read: ({ deps, world }, input) => core.listAddresses(deps, world.operator, input),
  }),
  listApiKeys: list({
    collection: 'apiKeys',
    schema: contract.listApiKeysInput,
    filters: {},
    read: ({ deps, world }, input) => core.listApiKeys(deps, world.operator, input),
  }),
  listAuditLog: list({
    collection: 'auditLog',
    schema: contract.listAuditLogInput,
    filters: audited,
    read: ({ deps, world }, input) => core.listAuditLog(deps, world.operator, input),
  }),
  listDeliveries: list({
    collection: 'deliveries',
    schema: contract.listDeliveriesInput,
    filters: { state: deliveryStates, eventType: webhookEvents },
    read: ({ deps, world, webhookId: id }, input) => core.listDeliveries(deps, world.operator, { ...input, id }),
  }),
  listDomains: list({
    collection: 'domains',
    schema: contract.listDomainsInput,
    filters: {},
    read: ({ deps, world }, input) => core.listDomains(deps, world.operator, { ...input, mxHost }),
  }),
  listInvitations: list({
    collection: 'members',
    schema: contract.listInvitationsInput,
    filters: {},
    read: async ({ deps }) => core.listInvitations(deps, await logIn(deps, identityOf('ada'))),
  }),
  listMembers: list({
    collection: 'members',
    schema: contract.listMembersInput,
    filters: {},
    read: ({ deps, world }, input) => core.listMembers(deps, world.operator, input),
  }),
  listMessages: list({
    collection: 'messages',
    schema: contract.listMessagesInput,
    filters: {
      q: ['needle'],
      after: ['7ZZZZZZZZZZZZZZZZZZZZZZZZZ'],
      hasOtp: [true],
      hasAction: [true],
      from: ['nobody'],
      subject: ['nothing'],
      tag: ['none'],
      receivedAfter: times.from,
    },
    read: ({ deps, world }, input) => core.listMessages(deps, world.operator, input),
  }),
  listServices: list({
    collection: 'services',
    schema: contract.listServicesInput,
    filters: {},
    read: ({ deps, world }, input) =>
      Promise.all([world.operator, world.member('viewer')].map((caller) => core.listServices(deps, caller, input))),
  }),
  listUsers: list({
    collection: 'users',
    schema: pageInput,
    filters: {},
    read: ({ deps, world }, input) => core.listUsers(deps, world.operator, input),
  }),
  listWebhooks: list({
    collection: 'webhooks',
    schema: contract.listWebhooksInput,
    filters: {},
    read: ({ deps, world }, input) => core.listWebhooks(deps, world.operator, input),
  }),
  listWholeAuditLog: list({
    collection: 'auditLog',
    schema: pageInput.extend(auditLogFilters.shape),
    filters: audited,
    read: ({ deps, world }, input) => core.listWholeAuditLog(deps, world.operator, input),
  }),
}

/** They read no collection that grows with what tenants have. */
const others = ['listInvoices', 'listJobs', 'listPlans', 'listSigningKeys']

/** Every filter alone, and every two together. */
function combinationsOf(filters: Record<string, readonly unknown[]>): Record<string, unknown>[] {
  const single = Object.entries(filters).flatMap(([name, values]) => values.map((value) => ({ [name]: value })))
  const pairs = single.flatMap((one) => single.map((other) => ({ ...one, ...other })))
  return [{}, ...new Map(pairs.map((pair) => [JSON.stringify(Object.entries(pair).sort()), pair])).values()]
}

/** A service that has many of everything, and another one. */
async function startFilled() {
  const world = await startCoreWorld()
  const { deps, operator, serviceId, domain } = world
  const { webhook, messages } = await fillService(world)
  const foreign = await core.insertService(deps, { name: 'Other' })
  await core.insertAccount(deps, { email: 'ada@people.example', passwordHash: 'x', isEmailVerified: true })
  await core.callerOfUser(deps)(
    { iss: 'https://login.example', sub: 'ada', email: null, isEmailVerified: false, name: null },
    { origin: operator.origin },
  )
  const [message] = messages
  const inbox = await deps.db.collection('addresses').findOne({ localPart: 'keyed' })

  type Changes = Record<string, unknown>
  async function copy(collection: string, from: Changes, changes: (name: string) => Changes): Promise<void> {
    const rows = deps.db.collection<{ _id: string }>(collection)
    const found = await rows.findOne(from)
    if (!found) throw new Error(`no such row in ${collection}`)
    const copies = Array.from({ length: rowsEach }, () => {
      const _id = deps.newId()
      return { ...found, _id, ...changes(_id.toLowerCase()) }
    })
    await rows.insertMany(copies)
  }
  for (const owner of [serviceId, foreign._id]) {
    const isOwn = owner === serviceId
    const ofOwner = { serviceId: owner }
    await copy('addresses', { serviceId }, (name) => ({
      ...ofOwner,
      localPart: name,
      fullAddress: `${name}@mail.example`,
      domainId: isOwn ? domain.id : 'foreign',
    }))
    await copy('apiKeys', { serviceId }, (hash) => ({ ...ofOwner, hash }))
    await copy('auditLog', { serviceId }, () => ofOwner)
    await copy('deliveries', { webhookId: webhook.id }, () => ({ ...ofOwner, ...(!isOwn && { webhookId: 'foreign' }) }))
    await copy('domains', { serviceId }, (name) => ({ ...ofOwner, hostname: `${name}.example` }))
    await copy('members', { serviceId }, (name) => ({ ...ofOwner, invitedEmail: `${name}@people.example` }))
    const inInbox = { addressId: isOwn ? inbox?._id : 'foreign', otpCode: null }
    await copy('messages', { _id: message?._id }, () => ({ ...ofOwner, ...inInbox }))
    await copy('services', { _id: owner }, () => ({}))
    await copy('webhooks', { serviceId }, () => ofOwner)
  }
  await copy('accounts', {}, (name) => ({ email: `${name}@people.example` }))
  await copy('users', {}, (sub) => ({ sub }))
  return { world, webhookId: webhook.id }
}

test('a list reads no more than its page from an index, or takes its turn among the searches, whatever its filters', async () => {
  const { world, webhookId } = await startFilled()
  await using _ = world
  const { quickLook, longScan } = world.deps.searchQueue
  let searches = 0
  const counted: typeof quickLook = (queued, search) => {
    searches += 1
    return quickLook(queued, search)
  }
  const deps = { ...world.deps, searchQueue: { quickLook: counted, longScan } }
  const id = world.serviceId
  const unanswered: string[] = []

  for (const [name, { collection, filters, read }] of Object.entries(lists)) {
    for (const combination of combinationsOf(filters)) {
      searches = 0
      const fields = { id, address: 'keyed@mail.example', limit, ...combination }
      const work = await workOn(world.deps, collection, () => read({ world, deps, webhookId }, fields))
      expect(work.length, name).toBeGreaterThan(0)
      const most = Math.max(...work.flatMap(({ keysExamined, docsExamined }) => [keysExamined, docsExamined]))
      if (searches === 0 && most > pageReads) unanswered.push(`${name} ${JSON.stringify(combination)}: ${most} rows`)
    }
  }

  expect(unanswered).toEqual([])
})

test('every list of this package is tried, with every filter that the contract gives it', () => {
  const exported = Object.keys(core).filter((name) => /^list[A-Z]/.test(name))

  expect(exported.sort()).toEqual([...Object.keys(lists), ...others].sort())
  for (const [name, { known, filters }] of Object.entries(lists)) {
    expect(known.sort(), name).toEqual(Object.keys(filters).sort())
  }
})

test('a user who has many services reads no more than a page of them', async () => {
  const { world } = await startFilled()
  await using _ = world
  const services = await world.deps.db.collection<{ _id: string }>('services').find().toArray()
  const caller = userCaller(new Map(services.map(({ _id }) => [_id, 'viewer' as const])))

  const [work] = await workOn(world.deps, 'services', () => core.listServices(world.deps, caller, { limit }))

  expect(services.length).toBeGreaterThan(rowsEach)
  expect(work?.docsExamined).toBeLessThanOrEqual(pageReads)
})
