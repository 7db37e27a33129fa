import { AppError } from '@inlet/contract'
import { type BillingEvent, type Deps, isKnownBillingEvent, rememberBillingEvent } from '@inlet/core'
import { Stripe } from 'stripe'
import { z } from 'zod'

/** After these a subscription may be another one than before. All others are acknowledged, and nothing is done. */
const handledTypes: ReadonlySet<string> = new Set([
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
])

const eventSchema = z.object({
  id: z.string().regex(/^evt_\w{1,250}$/),
  type: z.string().max(200),
  data: z.object({ object: z.looseObject({}) }),
})
const ofCustomer = z.object({ customer: z.string().regex(/^cus_\w{1,250}$/) })

/**
 * Handles an event of Stripe. It is only a hint that something changed: the state is read at Stripe, so that the order of events does not
 * matter, and what an event says is not relied on.
 * @throws BAD_REQUEST `invalid_signature`, also for one that was signed more than 5 minutes ago; SERVICE_UNAVAILABLE where Stripe does not
 * answer, which sends the event again
 */
export async function receiveStripeEvent(
  { deps, webhookSecret }: { deps: Deps; webhookSecret: string },
  { body, signature }: BillingEvent,
  refresh: (customerId: string) => Promise<unknown>,
): Promise<void> {
  const event = eventSchema.safeParse(verified(body, signature, { secret: webhookSecret, now: deps.clock.now() }))
  if (!event.success || !handledTypes.has(event.data.type)) return
  const { id, data } = event.data
  const named = ofCustomer.safeParse(data.object)
  if (!named.success || (await isKnownBillingEvent(deps, id))) return

  await refresh(named.data.customer)
  // Afterwards, so that an event whose handling fails is handled when it comes again.
  await rememberBillingEvent(deps, id)
}

/** @throws BAD_REQUEST `invalid_signature` */
function verified(body: Buffer, signature: string, { secret, now }: { secret: string; now: Date }): unknown {
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret, undefined, undefined, now.getTime())
  } catch {
    // The library's error has the whole body.
    throw AppError.of('invalid_signature')
  }
}
