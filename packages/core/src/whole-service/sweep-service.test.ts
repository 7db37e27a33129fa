import { AppError } from '@inlet/contract'
import { Collection } from 'mongodb'
import { expect, test, vi } from 'vitest'
import { type CoreWorld, startCoreWorld } from '../../test/core-world.ts'
import { storedMessage } from '../../test/stored-message.ts'
import { storedWebhook } from '../../test/stored-webhook.ts'
import { unlockAsVisitor } from '../../test/unlock-as-visitor.ts'
import { insertLargeParts } from '../messages/large-parts.ts'
import { listAuditLog } from '../services/list-audit-log.ts'
import { changeService } from '../services/manage-services.ts'
import { testWebhook } from '../webhooks/test-webhook.ts'
import { deleteService } from './delete-service.ts'
import { sweepMessages } from './sweep-messages.ts'

const writes = [
  'insertOne',
  'insertMany',
  'updateOne',
  'deleteOne',
  'deleteMany',
  'findOneAndUpdate',
  'findOneAndDelete',
] as const

/**
 * Lets a process die before a write, at the first and the third attempt of each line of code that writes. @returns how many lines that are
 */
function dieOnceBeforeEachWrite() {
  const attempts = new Map<string, number>()
  for (const method of writes) {
    const real = Collection.prototype[method]
    vi.spyOn(Collection.prototype, method).mockImplementation(function (this: Collection, ...args: unknown[]) {
      const line = callerOf(new Error('for its stack'))
      const attempt = (attempts.get(line) ?? 0) + 1
      attempts.set(line, attempt)
      return attempt === 1 || attempt === 3 ? Promise.reject(new Error('killed')) : Reflect.apply(real, this, args)
    })
  }
  return attempts
}

/** The first line of the stack that is in this package's code. */
const callerOf = ({ stack = '' }: Error) =>
  stack.split('\n').find((line) => line.includes('/core/src/') && !line.includes('.test.ts')) ?? stack

/** An address with two messages, one of them with a large source, a webhook with a delivery, and a token that opened the lock. */
async function fillSmall(world: CoreWorld): Promise<void> {
  const { deps, operator, serviceId: id } = world
  const { addressId, expiresAt } = await storedMessage(world)
  const { sourceId } = await insertLargeParts(deps, {
    serviceId: id,
    raw: Buffer.alloc(300_000),
    shared: null,
    expiresAt,
  })
  await storedMessage(world, { addressId, sourceId })
  const webhook = await storedWebhook(world)
  await testWebhook(deps, operator, { id: webhook._id, event: 'message.received' })
  await changeService(deps, operator, { id, accessLock: { enabled: true, password: 'open sesame' } })
  await unlockAsVisitor(deps, id, 'open sesame')
}

const emptied = ['services', 'addresses', 'messages', 'rawChunks', 'events', 'deliveries', 'webhooks', 'unlockTokens']

test('whichever write a process is killed before, the next one goes on: everything is erased, and counted once', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, serviceId: id, clock } = world
  await fillSmall(world)
  const isLeft = async () => {
    const [services, orders] = await Promise.all(
      ['services', 'sweepOrders'].map((name) => deps.db.collection(name).countDocuments()),
    )
    return services !== 0 || orders !== 0
  }
  const attempts = dieOnceBeforeEachWrite()
  let deaths = 0

  for (let lives = 0; (await isLeft()) && lives < 200; lives += 1) {
    clock.advance(61_000)
    try {
      await deleteService(deps, operator, { id, confirm: 'Acme' }).catch((error) => {
        if (!(error instanceof AppError)) throw error
      })
      while (await sweepMessages(deps));
    } catch (error) {
      expect(error).toEqual(new Error('killed'))
      deaths += 1
    }
  }
  vi.restoreAllMocks()

  expect(attempts.size).toBeGreaterThan(20)
  expect(deaths).toBeGreaterThan(attempts.size)
  const counts = await Promise.all(emptied.map((name) => deps.db.collection(name).countDocuments()))
  expect(counts).toEqual(emptied.map(() => 0))
  const { data } = await listAuditLog(deps, operator, { id, limit: 100 })
  const notes = data.filter(({ action }) => action === 'service.erased').map(({ note }) => note)
  expect(notes).toEqual(['addresses: 2, messages: 2, deliveries: 1, events: 2'])
  expect(data.filter(({ action }) => action === 'service.deleted')).toHaveLength(1)
})

test('a large service is erased by two processes at once, in steps of 500, each record counted once', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, clock, serviceId: id } = world
  const second = await world.secondProcess()
  const { addressId, ...message } = await storedMessage(world)
  const messages = Array.from({ length: 1_200 }, () => ({ ...message, addressId, _id: deps.newMessageId() }))
  await deps.db.collection<{ _id: string }>('messages').insertMany(messages)

  await deleteService(deps, operator, { id, confirm: 'Acme' })
  for (let rounds = 0; (await deps.db.collection('sweepOrders').countDocuments()) > 0 && rounds < 20; rounds += 1) {
    clock.advance(61_000)
    await Promise.all(
      [deps, second].map(async (each) => {
        while (await sweepMessages(each));
      }),
    )
  }

  const { data } = await listAuditLog(deps, operator, { id, action: 'service.erased', limit: 10 })
  expect(data.map(({ note }) => note)).toEqual(['addresses: 1, messages: 1201, deliveries: 0, events: 1'])
  expect(await deps.db.collection('messages').countDocuments()).toBe(0)
})
