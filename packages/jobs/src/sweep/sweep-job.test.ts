import { expect, test } from 'vitest'
import { startJobWorld } from '../../test/job-world.ts'
import { sweepJob } from './sweep-job.ts'

/** Sweep orders that are due, for addresses without messages. */
const ordersDue = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    _id: `order${n}`,
    addressId: `absent${n}`,
    upTo: null,
    dueAt: new Date(0),
  }))

test('a run carries out all orders that are due, and leaves those that are not', async () => {
  await using world = await startJobWorld()
  const { deps } = await world.process()
  const orders = deps.db.collection<ReturnType<typeof ordersDue>[number]>('sweepOrders')
  await orders.insertMany(ordersDue(4))
  await orders.updateOne({ _id: 'order2' }, { $set: { dueAt: new Date(world.clock.now().getTime() + 60_000) } })

  await sweepJob(deps).run(new AbortController().signal)

  expect((await orders.find().toArray()).map(({ _id }) => _id)).toEqual(['order2'])
})

test('an aborted run carries out no more orders', async () => {
  await using world = await startJobWorld()
  const { deps } = await world.process()
  const orders = deps.db.collection<ReturnType<typeof ordersDue>[number]>('sweepOrders')
  await orders.insertMany(ordersDue(3))

  await sweepJob(deps).run(AbortSignal.abort())

  expect(await orders.countDocuments()).toBe(3)
})
