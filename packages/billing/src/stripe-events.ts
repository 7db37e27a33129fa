import { AppError } from '@inlet/contract'
import { type BillingEvent, type Deps, isKnownBillingEvent, rememberBillingEvent } from '@inlet/core'
import type { Metrics } from '@inlet/runtime'
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

interface EventNeeds {
  deps: Deps
  webhookSecret: string
  metrics: Metrics['billing']
}

/** Reads a customer's subscriptions anew. */
type Refresh = (customerId: string) => Promise<unknown>

/**
 * Handles an event of Stripe. It is only a hint that something changed: the state is read at Stripe, so that the order of events does not
 * matter, and what an event says is not relied on.
 * @throws BAD_REQUEST `invalid_signature`, also for one that was signed more than 5 minutes ago; SERVICE_UNAVAILABLE where Stripe does not
 * answer, which sends the event again
 */
export async function receiveStripeEvent(
  needs: EventNeeds,
  { body, signature }: BillingEvent,
  refresh: Refresh,
): Promise<void> {
  const { deps, webhookSecret, metrics } = needs
  const event = verified(body, signature, { secret: webhookSecret, now: deps.clock.now() })
  if (event === null) {
    metrics.received('unsigned')
    throw AppError.of('invalid_signature')
  }
  try {
    metrics.received(await handle(deps, event.content, refresh))
  } catch (error) {
    metrics.received('failed')
    throw error
  }
}

async function handle(deps: Deps, content: unknown, refresh: Refresh): Promise<'handled' | 'repeated' | 'ignored'> {
  const event = eventSchema.safeParse(content)
  if (!event.success || !handledTypes.has(event.data.type)) return 'ignored'
  const { id, data } = event.data
  const named = ofCustomer.safeParse(data.object)
  if (!named.success) return 'ignored'
  if (await isKnownBillingEvent(deps, id)) return 'repeated'

  await refresh(named.data.customer)
  // Afterwards, so that an event whose handling fails is handled when it comes again.
  await rememberBillingEvent(deps, id)
  return 'handled'
}

/** What an event says; null where its signature is not Stripe's, or too old. */
function verified(body: Buffer, signature: string, { secret, now }: { secret: string; now: Date }) {
  try {
    const content: unknown = Stripe.webhooks.constructEvent(
      body,
      signature,
      secret,
      undefined,
      undefined,
      now.getTime(),
    )
    return { content }
  } catch {
    // The library's error has the whole body.
    return null
  }
}
