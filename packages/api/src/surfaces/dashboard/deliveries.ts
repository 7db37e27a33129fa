import {
  limits,
  listDeliveriesInput,
  listDeliveriesOutput,
  readDeliveryInput,
  readDeliveryOutput,
  recoverWebhookInput,
  recoverWebhookOutput,
  redeliverInput,
  redeliverOutput,
  testWebhookInput,
  testWebhookOutput,
} from '@inlet/contract'
import { listDeliveries, readDelivery, recoverWebhook, redeliver, testWebhook } from '@inlet/core'
import { userProcedure } from '../../access/procedures.ts'
import { memberRefusals, noSuch, onlyUsers, overDeliveries, overSearches } from './shared.ts'

/** What was sent to the webhooks of the user's services, and will be. */
export const deliveryProcedures = {
  testWebhook: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/webhooks/{id}/test',
        operationId: 'testWebhook',
        tags: ['Webhooks'],
        summary: 'Send a test event to a webhook',
        description:
          'The event may be of any type, even one that the webhook does not subscribe to. Its data is made up, with `livemode` false. It is signed and retried like every delivery; while the webhook is disabled, it waits. Needs the role admin or owner.',
        successDescription: 'The new delivery.',
      },
      status: 201,
      refusals: { ...memberRefusals('webhook'), ...overDeliveries },
    })
    .input(testWebhookInput)
    .output(testWebhookOutput)
    .mutation(async ({ ctx, input }) => ({
      data: await testWebhook(ctx.deps, ctx.caller, { ...input, perMinute: ctx.webhookDeliveriesPerMinute }),
    })),

  recoverWebhook: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/webhooks/{id}/recover',
        operationId: 'recoverWebhook',
        tags: ['Webhooks'],
        summary: 'Resend failed deliveries',
        description:
          'Makes failed deliveries since the given time pending again, oldest first, with the same `webhook-id` and all their retries. Half of the deliveries that a service may have in a minute are left to events: with `hasMore` some stay failed, so call again in the next minute. Needs the role admin or owner.',
        successDescription: 'The number of deliveries that are pending again, and whether others are left.',
      },
      refusals: { ...memberRefusals('webhook'), ...overDeliveries },
    })
    .input(recoverWebhookInput)
    .output(recoverWebhookOutput)
    .mutation(async ({ ctx, input }) => ({
      data: await recoverWebhook(ctx.deps, ctx.caller, { ...input, perMinute: ctx.webhookDeliveriesPerMinute }),
    })),

  listDeliveries: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/webhooks/{id}/deliveries',
        operationId: 'listDeliveries',
        tags: ['Webhooks'],
        summary: 'List the deliveries of a webhook',
        description: `Newest first; deliveries are kept for ${limits.deliveryKeptDays} days. A search that takes too long returns its results so far, with \`hasMore\` and a cursor to continue. Users with any role may call it.`,
        successDescription: 'A page of deliveries.',
      },
      refusals: { ...onlyUsers, ...noSuch('webhook'), ...overSearches('`state`') },
    })
    .input(listDeliveriesInput)
    .output(listDeliveriesOutput)
    .query(({ ctx, input }) => listDeliveries(ctx.deps, ctx.caller, input)),

  readDelivery: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/webhook-deliveries/{id}',
        operationId: 'readDelivery',
        tags: ['Webhooks'],
        summary: 'Read a delivery',
        description: 'Returns the delivery with its exact body and its attempts. Users with any role may call it.',
        successDescription: 'The delivery.',
      },
      refusals: { ...onlyUsers, ...noSuch('delivery') },
    })
    .input(readDeliveryInput)
    .output(readDeliveryOutput)
    .query(async ({ ctx, input }) => ({ data: await readDelivery(ctx.deps, ctx.caller, input.id) })),

  redeliver: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/webhook-deliveries/{id}/redeliver',
        operationId: 'redeliver',
        tags: ['Webhooks'],
        summary: 'Resend a delivery',
        description:
          'Makes a delivery in any state pending again, with the same `webhook-id` and all its retries. While its webhook is disabled, it waits. Takes no body; if you send one, it must be JSON. Needs the role admin or owner.',
        successDescription: 'The delivery, pending.',
      },
      refusals: { ...memberRefusals('delivery'), ...overDeliveries },
    })
    .input(redeliverInput)
    .output(redeliverOutput)
    .mutation(async ({ ctx, input }) => ({
      data: await redeliver(ctx.deps, ctx.caller, { ...input, perMinute: ctx.webhookDeliveriesPerMinute }),
    })),
}
