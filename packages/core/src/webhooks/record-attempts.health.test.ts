import { dayMs } from '@inlet/contract'
import { expect, test } from 'vitest'
import { type CoreWorld, startCoreWorld } from '../../test/core-world.ts'
import { storedWebhook } from '../../test/stored-webhook.ts'
import { disableWebhook, recordWebhookFailure, recordWebhookSuccess } from './record-attempts.ts'
import { webhookModel } from './webhook-model.ts'

async function reload({ deps }: CoreWorld, _id: string) {
  return (await webhookModel.in(deps.db).findOne({ _id })) ?? expect.fail('no such webhook')
}

test('a webhook is failing since its first failure, until something succeeds', async () => {
  await using world = await startCoreWorld()
  const webhook = await storedWebhook(world)
  await recordWebhookFailure(world.deps, webhook)
  const first = await reload(world, webhook._id)
  world.clock.advance(1_000)

  await recordWebhookFailure(world.deps, first)
  expect(await reload(world, webhook._id)).toEqual(first)
  expect(first.failingSince).toBeInstanceOf(Date)

  await recordWebhookSuccess(world.deps, webhook._id)
  const healthy = await reload(world, webhook._id)
  expect(healthy.failingSince).toBeNull()
  expect(healthy.lastSuccessAt).toBeInstanceOf(Date)
})

test('five days of nothing but failure disable a webhook, with an entry of the system that does not have its URL', async () => {
  await using world = await startCoreWorld()
  const webhook = await storedWebhook(world)
  await recordWebhookFailure(world.deps, webhook)
  world.clock.advance(5 * dayMs - 60_000)
  expect(await recordWebhookFailure(world.deps, await reload(world, webhook._id))).toBe(false)

  world.clock.advance(60_001)
  expect(await recordWebhookFailure(world.deps, await reload(world, webhook._id))).toBe(true)

  expect(await reload(world, webhook._id)).toMatchObject({ state: 'disabled', disabledReason: 'failing' })
  const [entry] = await world.deps.db.collection('auditLog').find({ action: 'webhook.disabled' }).toArray()
  expect(entry).toMatchObject({
    actor: { kind: 'system', id: null, name: null },
    target: { kind: 'webhook', id: webhook._id, name: 'hooks.example.com' },
    note: 'failing',
    serviceId: world.serviceId,
  })
  expect(JSON.stringify(entry)).not.toContain('token-in-the-path')
})

test('a success beside the failure that would disable it keeps a webhook enabled', async () => {
  await using world = await startCoreWorld()
  const webhook = await storedWebhook(world)
  await recordWebhookFailure(world.deps, webhook)
  world.clock.advance(6 * dayMs)
  const old = await reload(world, webhook._id)
  await recordWebhookSuccess(world.deps, webhook._id)

  expect(await recordWebhookFailure(world.deps, old)).toBe(false)

  expect((await reload(world, webhook._id)).state).toBe('enabled')
})

test('a webhook that is disabled already stays as it is, without a second entry', async () => {
  await using world = await startCoreWorld()
  const webhook = await storedWebhook(world)

  expect(await disableWebhook(world.deps, webhook._id, 'gone')).toBe(true)
  expect(await disableWebhook(world.deps, webhook._id, 'failing')).toBe(false)

  expect(await reload(world, webhook._id)).toMatchObject({ disabledReason: 'gone' })
  expect(await world.deps.db.collection('auditLog').countDocuments({ action: 'webhook.disabled' })).toBe(1)
})
