import { recordQuotaLevels } from '../src/billing/message-quota.ts'
import type { ServiceSweepOrder } from '../src/sweep-orders/sweep-order-model.ts'
import { deleteService } from '../src/whole-service/delete-service.ts'
import { setPlan } from '../src/whole-service/give-plan.ts'
import type { CoreWorld } from './core-world.ts'

/** A service that has received so many of the thousand messages of its plan; the levels below were recorded before. */
export async function crossing({ deps, operator, serviceId, clock }: CoreWorld, messagesReceived: number) {
  await setPlan(deps, operator, { serviceId, planId: 'free' })
  const day = clock.now().toISOString().slice(0, 10)
  const usage = { _id: `${serviceId}/${day}`, serviceId, day, messagesReceived: 800 }
  const days = deps.db.collection<{ _id: string }>('usageDaily')
  await days.insertOne(usage)
  if (messagesReceived > 800) await recordQuotaLevels(deps, [serviceId])
  await days.updateOne({ _id: usage._id }, { $set: { messagesReceived } })
  return () => recordQuotaLevels(deps, [serviceId])
}

/** The order of a deleted service, a minute later; `settle` ends all that it waits for. */
export async function deletedService({ deps, operator, serviceId: id, clock }: CoreWorld) {
  await deleteService(deps, operator, { id, confirm: 'Acme' })
  clock.advance(61_000)
  const orders = deps.db.collection<ServiceSweepOrder>('sweepOrders')
  const order = await orders.findOne({ _id: id })
  if (!order) throw new Error('no order')
  const settle = async () => {
    clock.advance(61_000)
    await orders.deleteMany({ forService: id })
  }
  return { order, settle }
}
