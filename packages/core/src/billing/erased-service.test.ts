import { expect, test } from 'vitest'
import { type CoreWorld, startCoreWorld } from '../../test/core-world.ts'
import { receivedMails } from '../../test/received-mails.ts'
import type { Deps } from '../deps.ts'
import { mendReceiver } from '../messages/received-messages.ts'
import { insertService } from '../services/manage-services.ts'
import { deleteService } from '../whole-service/delete-service.ts'
import { sweepMessages } from '../whole-service/sweep-messages.ts'
import { flushMessageCounts } from './count-messages.ts'
import { dayOf } from './read-usage.ts'
import { flushTally, tally } from './usage-tally.ts'

/** Deletes the world's service, with everything that the sweep deletes later. */
async function erase({ deps, operator, serviceId: id, clock }: CoreWorld): Promise<void> {
  await deleteService(deps, operator, { id, confirm: 'Acme' })
  const orders = deps.db.collection('sweepOrders')
  while ((await orders.countDocuments()) > 0) {
    clock.advance(61_000)
    while (await sweepMessages(deps));
  }
}

const usageDays = ({ db }: Deps) => db.collection('usageDaily').find().toArray()

test('what is added up for a service when it is erased is not written any more, and that of another one is', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId } = world
  const { _id: otherId } = await insertService(deps, { name: 'Other' })
  const day = dayOf(world.clock.now())
  for (const id of [serviceId, otherId]) tally(deps, { serviceId: id, field: 'apiRequests', isLive: true })

  await erase(world)
  await flushTally(deps)

  expect(await usageDays(deps)).toMatchObject([{ serviceId: otherId, day, apiRequests: 1 }])
  expect(deps.usage.tally.size).toBe(0)
})

test.each(['nothing', 'some'])(
  'messages that are not counted when their service is erased are forgotten, where %s was counted before',
  async (before) => {
    await using world = await startCoreWorld()
    const process = await world.secondProcess()
    await receivedMails(process, ['without'])
    if (before === 'some') await flushMessageCounts(process)
    await receivedMails(process, ['without', 'with code'])

    await erase(world)
    for (let flush = 0; flush < 3; flush += 1) await flushMessageCounts(process)

    expect(await usageDays(world.deps)).toEqual([])
    expect(process.usage.messages.current.days.size).toBe(0)
  },
)

test('a process that died is mended without usage for a service that is erased', async () => {
  await using world = await startCoreWorld()
  const dead = await world.secondProcess()
  await receivedMails(dead, ['without'])
  // Its messages are still there: the sweep has not reached them.
  await world.deps.db.collection('services').deleteMany({})
  world.clock.advance(31_000)

  while (await mendReceiver(world.deps));

  expect(await usageDays(world.deps)).toEqual([])
  expect(await world.deps.db.collection('usageReceivers').countDocuments()).toBe(0)
})
