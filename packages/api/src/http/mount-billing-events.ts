import { AppError, limits } from '@inlet/contract'
import type { BillingProvider } from '@inlet/core'
import type { FastifyInstance } from 'fastify'
import { readBytes } from './read-json-body.ts'

/**
 * Mounts the receiver of the payment provider's events, where there is such a provider. It takes no credential: each event is signed. It is
 * in no document, since nobody else calls it.
 */
export function mountBillingEvents(app: FastifyInstance, billing: BillingProvider): void {
  if (billing.kind !== 'stripe') return
  app.post('/v1/billing/webhooks/stripe', async (request, reply) => {
    const signature = request.headers['stripe-signature']
    // Before the body, so that the body of an unknown client is not read.
    if (typeof signature !== 'string') throw AppError.of('invalid_signature')
    const body = await readBytes(request.raw, limits.billingEventMaxBytes)
    await billing.receiveEvent({ body, signature })
    return reply.code(200).send()
  })
}
