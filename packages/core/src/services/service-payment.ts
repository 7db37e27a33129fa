import { AppError } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { findService } from './find-services.ts'
import { type ServiceDoc, type ServicePayment, type Subscription, serviceModel } from './service-model.ts'

/** A service that is a customer of the provider of payment. */
export interface PayingService {
  serviceId: string
  name: string
  payment: ServicePayment
}

/** What is stored of a service's payment; null where it is no customer. */
export async function readPayment(deps: Deps, serviceId: string): Promise<ServicePayment | null> {
  return (await findService(deps, serviceId))?.payment ?? null
}

/** The service of a customer; null where it is deleted, or was never ours. */
export async function findPayingService(deps: Deps, customerId: string): Promise<PayingService | null> {
  const found = await serviceModel
    .in(deps.db)
    .findOne({ 'payment.customerId': customerId }, { maxTimeMS: readBudgetMs })
  return found?.payment ? { serviceId: found._id, name: found.name, payment: found.payment } : null
}

/** Makes a service a customer, unless it is one already. @returns the id of its customer @throws NOT_FOUND */
export async function rememberCustomer(deps: Deps, serviceId: string, customerId: string): Promise<string> {
  const payment: ServicePayment = { customerId, checkoutId: null, subscription: null, revision: 0 }
  const services = serviceModel.in(deps.db)
  await services.updateOne({ _id: serviceId, payment: { $exists: false } }, { $set: { payment } })
  return (await getPayment(deps, serviceId)).customerId
}

/** Remembers the page for payment that was opened last. @returns the one before; null where there was none @throws NOT_FOUND */
export async function replaceCheckout(deps: Deps, serviceId: string, checkoutId: string): Promise<string | null> {
  const change = { $set: { 'payment.checkoutId': checkoutId } }
  const filter = { _id: serviceId, payment: { $exists: true } }
  const before = await serviceModel.in(deps.db).findOneAndUpdate(filter, change, { returnDocument: 'before' })
  if (!before) throw absent()
  return before.payment?.checkoutId ?? null
}

/** Stores a subscription. @returns false where another one was stored since the service was read, or the service is gone */
export async function putSubscription(
  deps: Deps,
  tx: ClientSession,
  { service, subscription }: { service: PayingService; subscription: Subscription },
): Promise<boolean> {
  const { serviceId, payment } = service
  const { matchedCount } = await serviceModel
    .in(deps.db)
    .updateOne(
      { _id: serviceId, 'payment.revision': payment.revision },
      { $set: { 'payment.subscription': subscription }, $inc: { 'payment.revision': 1 } },
      { session: tx },
    )
  return matchedCount === 1
}

/** Refuses to delete a service that is still paid for. @throws CONFLICT `subscription_active` */
export function assertNoSubscription({ payment }: Pick<ServiceDoc, 'payment'>): void {
  const subscription = payment?.subscription
  if (subscription && subscription.status !== 'cancelled') throw AppError.of('subscription_active')
}

async function getPayment(deps: Deps, serviceId: string): Promise<ServicePayment> {
  const payment = await readPayment(deps, serviceId)
  if (!payment) throw absent()
  return payment
}

const absent = () => new AppError('NOT_FOUND', 'No such service')
