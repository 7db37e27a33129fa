import {
  changeWebhookInput,
  changeWebhookOutput,
  createWebhookInput,
  createWebhookOutput,
  deleteWebhookInput,
  limits,
  listWebhooksInput,
  listWebhooksOutput,
  readWebhookInput,
  readWebhookOutput,
  rotateWebhookSecretInput,
  rotateWebhookSecretOutput,
} from '@inlet/contract'
import {
  areEventsHeld,
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  readWebhook,
  rotateWebhookSecret,
} from '@inlet/core'
import { userProcedure } from '../../access/procedures.ts'
import { noContent } from '../../procedure/no-content.ts'
import { memberRefusals, noSuch, onlyUsers, overQuota } from './shared.ts'

/** Webhooks of the user's services. */
export const webhookProcedures = {
  listWebhooks: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/services/{id}/webhooks',
        operationId: 'listWebhooks',
        tags: ['Webhooks'],
        summary: 'List the webhooks of a service',
        description:
          'Newest first, including disabled webhooks, without their secrets. Users with any role may call it.',
        successDescription: 'A page of webhooks.',
      },
      refusals: { ...onlyUsers, ...noSuch('service') },
    })
    .input(listWebhooksInput)
    .output(listWebhooksOutput)
    .query(async ({ ctx, input }) => {
      const { deps, caller, webhookDeliveriesPerMinute } = ctx
      const { data, meta } = await listWebhooks(deps, caller, input)
      return { data, meta: { ...meta, eventsWait: await areEventsHeld(deps, input.id, webhookDeliveriesPerMinute) } }
    }),

  createWebhook: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/services/{id}/webhooks',
        operationId: 'createWebhook',
        tags: ['Webhooks'],
        summary: 'Create a webhook',
        description:
          'The webhook is enabled at once. Only this response has its secret: keep it to verify signatures. A URL that is not allowed is refused with 400 `blocked_address`. Needs the role admin or owner.',
        successDescription: 'The new webhook with its secret.',
      },
      status: 201,
      refusals: {
        ...memberRefusals('service'),
        ...overQuota,
        UNPROCESSABLE_CONTENT: `The service has the maximum number of webhooks, or ${limits.webhooksPerEvent} that get one of these events (\`too_many_webhooks\`).`,
      },
    })
    .input(createWebhookInput)
    .output(createWebhookOutput)
    .mutation(async ({ ctx, input }) => {
      const { deps, caller, webhookTargets: targets } = ctx
      return { data: await createWebhook(deps, caller, { ...input, targets }) }
    }),

  readWebhook: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/webhooks/{id}',
        operationId: 'readWebhook',
        tags: ['Webhooks'],
        summary: 'Read a webhook',
        description: 'Returns the webhook without its secret. Users with any role may call it.',
        successDescription: 'The webhook.',
      },
      refusals: { ...onlyUsers, ...noSuch('webhook') },
    })
    .input(readWebhookInput)
    .output(readWebhookOutput)
    .query(async ({ ctx, input }) => ({ data: await readWebhook(ctx.deps, ctx.caller, input.id) })),

  changeWebhook: userProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/webhooks/{id}',
        operationId: 'changeWebhook',
        tags: ['Webhooks'],
        summary: 'Change a webhook',
        description:
          'Absent fields do not change. Deliveries of a disabled webhook wait until it is enabled again. Needs the role admin or owner.',
        successDescription: 'The changed webhook.',
      },
      refusals: {
        ...memberRefusals('webhook'),
        UNPROCESSABLE_CONTENT: `${limits.webhooksPerEvent} other webhooks of the service get one of these events (\`too_many_webhooks\`).`,
      },
    })
    .input(changeWebhookInput)
    .output(changeWebhookOutput)
    .mutation(async ({ ctx, input }) => {
      const { deps, caller, webhookTargets: targets } = ctx
      return { data: await changeWebhook(deps, caller, { ...input, targets }) }
    }),

  deleteWebhook: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/webhooks/{id}',
        operationId: 'deleteWebhook',
        tags: ['Webhooks'],
        summary: 'Delete a webhook and its deliveries',
        description:
          'The webhook receives nothing more, and its deliveries are deleted. Needs the role admin or owner.',
        successDescription: 'Deleted.',
      },
      refusals: memberRefusals('webhook'),
      status: 204,
    })
    .input(deleteWebhookInput)
    .output(noContent)
    .mutation(({ ctx, input }) => deleteWebhook(ctx.deps, ctx.caller, input.id)),

  rotateWebhookSecret: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/webhooks/{id}/rotate-secret',
        operationId: 'rotateWebhookSecret',
        tags: ['Webhooks'],
        summary: 'Rotate the secret of a webhook',
        description: `For ${limits.webhookSecretGraceHours} hours calls are also signed with the old secret, so that the receiver can switch over. A second rotation within that time ends the first secret at once. Takes no body; if you send one, it must be JSON. Needs the role admin or owner.`,
        successDescription: 'The webhook with its new secret, which is shown only once.',
      },
      refusals: memberRefusals('webhook'),
    })
    .input(rotateWebhookSecretInput)
    .output(rotateWebhookSecretOutput)
    .mutation(async ({ ctx, input }) => ({ data: await rotateWebhookSecret(ctx.deps, ctx.caller, input.id) })),
}
