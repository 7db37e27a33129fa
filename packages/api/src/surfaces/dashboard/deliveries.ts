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
import { memberRefusals, noSuch, onlyUsers } from './shared.ts'

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
          'Of any type, whatever the webhook gets otherwise: made up, with `livemode` false, about records that do not exist. It is signed and retried like every delivery; where the webhook is disabled, it waits. Needs the role admin or owner.',
        successDescription: 'The new delivery.',
      },
      status: 201,
      refusals: memberRefusals('webhook'),
    })
    .input(testWebhookInput)
    .output(testWebhookOutput)
    .mutation(async ({ ctx, input }) => ({ data: await testWebhook(ctx.deps, ctx.caller, input) })),

  recoverWebhook: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/webhooks/{id}/recover',
        operationId: 'recoverWebhook',
        tags: ['Webhooks'],
        summary: 'Send again what has failed',
        description:
          'Every failed delivery since that time is pending again at once, under its own `webhook-id` and with all retries. Needs the role admin or owner.',
        successDescription: 'How many are pending again.',
      },
      refusals: memberRefusals('webhook'),
    })
    .input(recoverWebhookInput)
    .output(recoverWebhookOutput)
    .mutation(async ({ ctx, input }) => ({ data: await recoverWebhook(ctx.deps, ctx.caller, input) })),

  listDeliveries: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/webhooks/{id}/deliveries',
        operationId: 'listDeliveries',
        tags: ['Webhooks'],
        summary: 'List the deliveries of a webhook',
        description: `Newest first; kept ${limits.deliveryKeptDays} days. Users of every role may call it.`,
        successDescription: 'A page of deliveries.',
      },
      refusals: { ...onlyUsers, ...noSuch('webhook') },
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
        description: 'With the body exactly as it is sent, and the attempts. Users of every role may call it.',
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
        summary: 'Send a delivery again',
        description:
          'Whatever its state: it is pending again at once, under the same `webhook-id` and with all retries. Where its webhook is disabled, it waits. Takes no body; one that is sent must be JSON. Needs the role admin or owner.',
        successDescription: 'The delivery, pending.',
      },
      refusals: memberRefusals('delivery'),
    })
    .input(redeliverInput)
    .output(redeliverOutput)
    .mutation(async ({ ctx, input }) => ({ data: await redeliver(ctx.deps, ctx.caller, input.id) })),
}
