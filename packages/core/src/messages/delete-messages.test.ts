import { dayMs } from '@inlet/contract'
import { expect, test } from 'vitest'
import { type CoreWorld, startCoreWorld, userCaller } from '../../test/core-world.ts'
import { storedMessage } from '../../test/stored-message.ts'
import { listAuditLog } from '../services/list-audit-log.ts'
import { sweepMessages } from '../whole-service/sweep-messages.ts'
import { deleteMessage } from './delete-messages.ts'
import { insertLargeParts } from './large-parts.ts'
import { rawChunkModel } from './large-parts-model.ts'
import { messageModel } from './message-model.ts'
import { toMessageListItem } from './message-shapes.ts'

const eventsOf = ({ deps }: CoreWorld) =>
  deps.db
    .collection('events')
    .find({ type: /^message/ }, { projection: { _id: 0, createdAt: 0, isPending: 0 } })
    .toArray()

const notFound = { code: 'NOT_FOUND', message: 'No such message' }

test('a deleted message is gone, and leaves an event with its list item, service and live mode', async () => {
  await using world = await startCoreWorld()
  const message = await storedMessage(world, { isLive: false })

  await deleteMessage(world.deps, world.member('admin'), message._id)

  const { serviceId } = world
  const data = { ...toMessageListItem(message), serviceId }
  expect(await eventsOf(world)).toEqual([{ type: 'message.deleted', serviceId, isLive: false, data }])
  expect(await messageModel.in(world.deps.db).countDocuments()).toBe(0)
  await expect(deleteMessage(world.deps, world.member('admin'), message._id)).rejects.toMatchObject(notFound)
})

test('of simultaneous deletions of one message in two processes one succeeds, with one event', async () => {
  await using world = await startCoreWorld()
  const second = await world.secondProcess()
  const { _id } = await storedMessage(world)

  const outcomes = await Promise.allSettled(
    Array.from({ length: 6 }, (_, n) => deleteMessage(n % 2 ? second : world.deps, world.member('admin'), _id)),
  )

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(notFound)
  expect(await eventsOf(world)).toHaveLength(1)
})

test('a deletion whose message is removed meanwhile is NOT_FOUND, without an event', async () => {
  await using world = await startCoreWorld()
  const messages = messageModel.in(world.deps.db)
  const ids: string[] = []
  for (let n = 0; n < 5; n += 1) ids.push((await storedMessage(world))._id)

  const outcomes = await Promise.allSettled(
    ids.flatMap((_id) => [deleteMessage(world.deps, world.operator, _id), messages.deleteOne({ _id })]),
  )

  const deleted = outcomes.filter(({ status }, n) => n % 2 === 0 && status === 'fulfilled').length
  for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(notFound)
  expect(await eventsOf(world)).toHaveLength(deleted)
})

test('a pending message.received event is written before that of the deletion', async () => {
  await using world = await startCoreWorld()
  const { _id } = await storedMessage(world, { pendingEvent: true })

  await deleteMessage(world.deps, world.operator, _id)

  const events = await eventsOf(world)
  expect(events.map(({ type }) => type).sort()).toEqual(['message.deleted', 'message.received'])
  expect(events[0]?.data).toEqual(events[1]?.data)
})

test('a message that is expired, or whose address is gone, cannot be deleted', async () => {
  await using world = await startCoreWorld()
  const expired = await storedMessage(world, { expiresAt: world.clock.now() })
  const orphan = await storedMessage(world, { addressId: world.deps.newId() })

  await expect(deleteMessage(world.deps, world.operator, expired._id)).rejects.toMatchObject(notFound)
  await expect(deleteMessage(world.deps, world.operator, orphan._id)).rejects.toMatchObject(notFound)
  expect(await eventsOf(world)).toEqual([])
})

test('a viewer is refused, a user of another service finds nothing, and the message stays', async () => {
  await using world = await startCoreWorld()
  const { _id } = await storedMessage(world)

  await expect(deleteMessage(world.deps, world.member('viewer'), _id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(deleteMessage(world.deps, userCaller(new Map()), _id)).rejects.toMatchObject(notFound)
  expect(await messageModel.in(world.deps.db).countDocuments()).toBe(1)
})

test('the audit log says who deleted which message, and nothing of its content', async () => {
  await using world = await startCoreWorld()
  const { _id, otpCode } = await storedMessage(world)
  world.clock.advance(10)

  await deleteMessage(world.deps, world.member('admin'), _id)

  const { data } = await listAuditLog(world.deps, world.operator, { id: world.serviceId, limit: 1 })
  expect(data).toMatchObject([{ action: 'message.deleted', target: { kind: 'message', id: _id, name: null } }])
  expect(JSON.stringify(data)).not.toContain(otpCode)
  expect(JSON.stringify(data)).not.toContain('shop@')
})

test('a large raw source is deleted with the last message that names it, not with the first', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, clock } = world
  const sweep = async () => {
    clock.advance(121_000)
    while (await sweepMessages(deps));
    return await rawChunkModel.in(deps.db).countDocuments({ _id: { $gte: sourceId, $lt: `${sourceId};` } })
  }
  const far = new Date(clock.now().getTime() + dayMs)
  const place = (raw: Buffer) => insertLargeParts(deps, { serviceId: 'a', raw, shared: null, expiresAt: far })
  const { sourceId } = await place(Buffer.alloc(2_500_000, 'x'))
  const { sourceId: other } = await place(Buffer.alloc(300_000, 'y'))
  const [one, two] = [await storedMessage(world, { sourceId }), await storedMessage(world, { sourceId })]
  await storedMessage(world, { sourceId: other })

  await deleteMessage(deps, operator, one._id)
  const afterFirst = await sweep()
  await deleteMessage(deps, operator, two._id)
  const afterLast = await sweep()

  expect([afterFirst, afterLast]).toEqual([3, 0])
  expect(await rawChunkModel.in(deps.db).countDocuments()).toBe(1)
})
