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
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  readWebhook,
  rotateWebhookSecret,
} from '@inlet/core'
import { userProcedure } from '../../access/procedures.ts'
import { memberRefusals, noContent, noSuch, onlyUsers, overQuota } from './shared.ts'

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
        description: 'Newest first, disabled ones too, without their secrets. Users of every role may call it.',
        successDescription: 'A page of webhooks.',
      },
      refusals: { ...onlyUsers, ...noSuch('service') },
    })
    .input(listWebhooksInput)
    .output(listWebhooksOutput)
    .query(({ ctx, input }) => listWebhooks(ctx.deps, ctx.caller, input)),

  createWebhook: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/services/{id}/webhooks',
        operationId: 'createWebhook',
        tags: ['Webhooks'],
        summary: 'Create a webhook',
        description:
          'It is enabled at once. Its secret is in this answer alone: keep it, since it verifies what is sent. A URL that events cannot be sent to is 400 `blocked_address`. Needs the role admin or owner.',
        successDescription: 'The new webhook with its secret.',
      },
      status: 201,
      refusals: {
        ...memberRefusals('service'),
        ...overQuota,
        UNPROCESSABLE_CONTENT: 'The service has as many webhooks as a service may have (`too_many_webhooks`).',
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
        description: 'Without its secret. Users of every role may call it.',
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
          'Any of its fields; absent ones do not change. Deliveries of a disabled webhook wait, and go on when it is enabled again. Needs the role admin or owner.',
        successDescription: 'The webhook as it is now.',
      },
      refusals: memberRefusals('webhook'),
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
        description: 'Nothing more is sent to it, and its deliveries are gone. Needs the role admin or owner.',
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
        summary: 'Give a webhook another secret',
        description: `For ${limits.webhookSecretGraceHours} hours calls are signed with the old secret too, so that the receiver can change over; of two rotations within that time the first secret ends with the second. Takes no body; one that is sent must be JSON. Needs the role admin or owner.`,
        successDescription: 'The webhook with its new secret, which is in this answer alone.',
      },
      refusals: memberRefusals('webhook'),
    })
    .input(rotateWebhookSecretInput)
    .output(rotateWebhookSecretOutput)
    .mutation(async ({ ctx, input }) => ({ data: await rotateWebhookSecret(ctx.deps, ctx.caller, input.id) })),
}
