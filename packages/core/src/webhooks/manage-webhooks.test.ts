import { dayMs, limits, type WebhookEvent } from '@inlet/contract'
import { expect, test, vi } from 'vitest'
import { startCoreWorld, userCaller } from '../../test/core-world.ts'
import { storedWebhook } from '../../test/stored-webhook.ts'
import { listAuditLog } from '../services/list-audit-log.ts'
import { insertService } from '../services/manage-services.ts'
import { changeWebhook, createWebhook, deleteWebhook, rotateWebhookSecret } from './manage-webhooks.ts'
import { readDelivery } from './read-deliveries.ts'
import { readWebhook } from './read-webhooks.ts'
import { redeliver } from './requeue-deliveries.ts'
import { testWebhook } from './test-webhook.ts'
import { webhookModel } from './webhook-model.ts'
import { webhookTargets } from './webhook-targets.ts'

const targets = webhookTargets([])
const url = 'https://hooks.example.com/token-in-the-path'
/** A core world with one webhook. */
async function startWithWebhook() {
  const world = await startCoreWorld()
  const { deps, operator, serviceId } = world
  const created = await createWebhook(deps, operator, {
    id: serviceId,
    url,
    events: ['message.deleted', 'message.received', 'message.deleted'],
    filterOtpOnly: true,
    targets,
  })
  const { id } = created
  return {
    world,
    created,
    id,
    change: (wanted: Omit<Parameters<typeof changeWebhook>[2], 'id' | 'targets'>) =>
      changeWebhook(deps, operator, { id, targets, ...wanted }),
    stored: () => webhookModel.in(deps.db).findOne({ _id: id }),
    set: (fields: object) => webhookModel.in(deps.db).updateOne({ _id: id }, { $set: fields }),
    notes: async () => {
      const { data } = await listAuditLog(deps, operator, { id: serviceId, limit: 50 })
      return data.toReversed().map(({ action, target, note }) => [action, target.name, note])
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

test('a new webhook is enabled, has each event once, and its secret of 32 bytes is in this answer alone', async () => {
  await using made = await startWithWebhook()
  const { deps, operator } = made.world

  const { secret, ...shown } = made.created
  const other = await createWebhook(deps, operator, {
    id: made.world.serviceId,
    url,
    events: ['address.created'],
    filterOtpOnly: false,
    description: 'CI',
    targets,
  })

  expect(shown).toMatchObject({ state: 'enabled', disabledReason: null, description: null, filterOtpOnly: true })
  expect(shown.events).toEqual(['message.received', 'message.deleted'])
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(other.secret).not.toBe(secret)
  expect(other.description).toBe('CI')
  expect(await readWebhook(deps, operator, made.id)).toEqual(shown)
})

test('a service has at most 1,000 webhooks, also where two are made at the same time; another one has its own', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, serviceId } = world
  const { _id, ...like } = await storedWebhook(world)
  const others = Array.from({ length: limits.webhooksPerService - 2 }, () => ({ ...like, _id: deps.newId() }))
  await webhookModel.in(deps.db).insertMany(others)
  const { _id: otherId } = await insertService(deps, { name: 'Other' })
  const create = (id: string) =>
    createWebhook(deps, operator, { id, url, events: ['address.created'], filterOtpOnly: false, targets })

  const outcomes = await Promise.allSettled([create(serviceId), create(serviceId)])
  const ofOther = await create(otherId)

  const refused = { code: 'UNPROCESSABLE_CONTENT', facts: { details: [{ code: 'too_many_webhooks' }] } }
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refused })
  expect(ofOther.serviceId).toBe(otherId)
  expect(await webhookModel.in(deps.db).countDocuments({ serviceId })).toBe(1000)
})

test('at most 50 webhooks of a service get the same event: the 51st is refused when it is made, enabled or changed, and others are not', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, serviceId } = world
  const { _id: ownId, ...like } = await storedWebhook(world)
  const others = Array.from({ length: limits.webhooksPerEvent - 1 }, () => ({ ...like, _id: deps.newId() }))
  await webhookModel.in(deps.db).insertMany(others)
  const disabled = await storedWebhook(world, { state: 'disabled', disabledReason: 'operator' })
  const deletions = await storedWebhook(world, { events: ['message.deleted'] })
  const { _id: otherService } = await insertService(deps, { name: 'Other' })
  const create = (id: string, events: WebhookEvent[]) =>
    createWebhook(deps, operator, { id, url, events, filterOtpOnly: true, targets })
  const change = (id: string, wanted: object) => changeWebhook(deps, operator, { id, targets, ...wanted })

  const refused = { code: 'UNPROCESSABLE_CONTENT', facts: { details: [{ code: 'too_many_webhooks' }] } }
  const message =
    'message.received goes to 50 webhooks already, and 50 is the most: disable one, or choose other events'
  const outcomes = await Promise.allSettled([
    create(serviceId, ['message.received', 'address.created']),
    change(disabled._id, { enabled: true }),
    change(deletions._id, { events: ['message.received', 'message.deleted'] }),
  ])
  for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { ...refused, message } })
  expect(await readWebhook(deps, operator, disabled._id)).toMatchObject({ state: 'disabled' })

  await create(serviceId, ['message.deleted'])
  await create(otherService, ['message.received'])
  await change(ownId, { events: ['message.received', 'address.created'], description: 'one of the 50' })
  await change(ownId, { enabled: false })
  const last = await Promise.allSettled([change(disabled._id, { enabled: true }), change(ownId, { enabled: true })])
  expect(last.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a URL that events cannot be sent to is refused with the reason when it is set, and nothing changes', async () => {
  await using made = await startWithWebhook()
  const { deps, operator, serviceId: id } = made.world
  const input = { id, events: ['message.received' as const], filterOtpOnly: false, targets }

  for (const blocked of ['https://127.0.0.1/', 'http://hooks.example.com/', 'https://user:secret@hooks.example.com/']) {
    const details = [{ path: 'url', code: 'blocked_address', message: targets.errorOf(blocked) }]
    const refused = { code: 'BAD_REQUEST', facts: { details } }
    await expect(createWebhook(deps, operator, { ...input, url: blocked })).rejects.toMatchObject(refused)
    await expect(made.change({ url: blocked, filterOtpOnly: false })).rejects.toMatchObject(refused)
  }

  expect(await webhookModel.in(deps.db).countDocuments()).toBe(1)
  expect(await made.stored()).toMatchObject({ url, filterOtpOnly: true })
})

test('a change is recorded with what was and what is, of a URL only the host; the same values are no change', async () => {
  await using made = await startWithWebhook()
  const { id: _, secret, serviceId, ...before } = made.created

  await made.change({})
  await made.change({ url, events: ['message.received', 'message.deleted'], filterOtpOnly: true, enabled: true })
  const changed = await made.change({
    url: 'https://other.example.com:8443/hidden',
    description: 'note',
    events: ['address.created'],
    filterOtpOnly: false,
    enabled: false,
  })
  const without = await made.change({ description: null })

  const created = ['webhook.created', 'hooks.example.com', 'message.received message.deleted']
  expect(changed).toEqual({
    ...before,
    id: made.id,
    serviceId,
    url: 'https://other.example.com:8443/hidden',
    description: 'note',
    events: ['address.created'],
    filterOtpOnly: false,
    state: 'disabled',
    disabledReason: 'operator',
  })
  expect(without.description).toBeNull()
  const changes =
    'url at hooks.example.com → other.example.com:8443, description, events message.received message.deleted → address.created, filterOtpOnly true → false, disabled'
  expect(await made.notes()).toEqual([
    created,
    ['webhook.changed', 'hooks.example.com', changes],
    ['webhook.changed', 'other.example.com:8443', 'description'],
  ])
  expect(JSON.stringify([await made.notes(), changed])).not.toContain(secret)
  expect(JSON.stringify(await made.notes())).not.toMatch(/token-in|hidden|note"/)
})

test('one that disabled itself keeps its reason when it is disabled, and begins anew when it is enabled', async () => {
  await using made = await startWithWebhook()
  const longAgo = new Date(made.world.clock.now().getTime() - 9 * dayMs)
  await made.set({ state: 'disabled', disabledReason: 'failing', failingSince: longAgo })

  const still = await made.change({ enabled: false })
  const enabled = await made.change({ enabled: true })

  expect(still).toMatchObject({ state: 'disabled', disabledReason: 'failing' })
  expect(enabled).toMatchObject({ state: 'enabled', disabledReason: null, failingSince: null })
  expect((await made.notes()).slice(1)).toEqual([['webhook.changed', 'hooks.example.com', 'enabled']])
})

test('after a rotation the old secret signs for 24 hours more; of several rotations only the last two secrets do', async () => {
  await using made = await startWithWebhook()
  const { deps, operator, clock } = made.world
  const now = clock.now()
  vi.spyOn(clock, 'now').mockReturnValue(now)
  const inADay = new Date(now.getTime() + dayMs)

  const first = await rotateWebhookSecret(deps, operator, made.id)
  expect((await made.stored())?.secrets).toEqual([
    { value: first.secret, expiresAt: null },
    { value: made.created.secret, expiresAt: inADay },
  ])
  const [second, third] = await Promise.all([
    rotateWebhookSecret(deps, operator, made.id),
    rotateWebhookSecret(deps, operator, made.id),
  ])

  const { secrets = [] } = (await made.stored()) ?? {}
  expect(secrets.map(({ value }) => value).sort()).toEqual([second.secret, third.secret].sort())
  expect(secrets.map(({ expiresAt }) => expiresAt)).toEqual([null, inADay])
  const { secret: _, ...shown } = first
  const { secret: __, ...created } = made.created
  expect(shown).toEqual(created)
  expect(JSON.stringify(await made.notes())).not.toContain('whsec_')
})

test('a deleted webhook is gone with its deliveries, whether or not they are removed yet; the second of two calls is 404', async () => {
  await using made = await startWithWebhook()
  const { deps, operator } = made.world
  const deliveries = deps.db.collection<{ _id: string }>('deliveries')
  const { id } = await testWebhook(deps, operator, { id: made.id, event: 'message.received' })
  const left = await deliveries.findOne({ _id: id })
  const other = await createWebhook(deps, operator, {
    ...made.created,
    id: made.world.serviceId,
    description: '',
    targets,
  })
  const kept = await testWebhook(deps, operator, { id: other.id, event: 'message.received' })

  const outcomes = await Promise.allSettled([1, 2].map(() => deleteWebhook(deps, operator, made.id)))

  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const notFound = { code: 'NOT_FOUND' }
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: notFound })
  await expect(readWebhook(deps, operator, made.id)).rejects.toMatchObject(notFound)
  expect(await deliveries.find().toArray()).toMatchObject([{ _id: kept.id }])
  if (left) await deliveries.insertOne(left)
  await expect(readDelivery(deps, operator, id)).rejects.toMatchObject({ ...notFound, message: 'No such delivery' })
  await expect(redeliver(deps, operator, { id })).rejects.toMatchObject(notFound)
})

test('a viewer may read and not change, and to a user of another service nothing exists, the URL unseen', async () => {
  await using made = await startWithWebhook()
  const { deps, serviceId } = made.world
  const viewer = made.world.member('viewer')
  const stranger = userCaller(new Map())
  const bad = { url: 'http://127.0.0.1/', targets }
  const actions: ((caller: typeof viewer) => Promise<unknown>)[] = [
    (caller) =>
      createWebhook(deps, caller, { id: serviceId, events: ['message.received'], filterOtpOnly: false, ...bad }),
    (caller) => changeWebhook(deps, caller, { id: made.id, ...bad }),
    (caller) => rotateWebhookSecret(deps, caller, made.id),
    (caller) => deleteWebhook(deps, caller, made.id),
  ]

  expect((await readWebhook(deps, viewer, made.id)).id).toBe(made.id)
  for (const act of actions) {
    await expect(act(viewer)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(act(stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  await expect(readWebhook(deps, stranger, made.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
