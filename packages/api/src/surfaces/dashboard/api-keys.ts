import {
  createApiKeyInput,
  createApiKeyOutput,
  listApiKeysInput,
  listApiKeysOutput,
  revokeApiKeyInput,
  rotateApiKeyInput,
  rotateApiKeyOutput,
} from '@inlet/contract'
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from '@inlet/core'
import { userProcedure } from '../../access/procedures.ts'
import { noContent } from '../../procedure/no-content.ts'
import { memberRefusals, noSuch, onlyUsers } from './shared.ts'

/** API keys of the user's services. */
export const apiKeyProcedures = {
  listApiKeys: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/services/{id}/api-keys',
        operationId: 'listApiKeys',
        tags: ['API keys'],
        summary: 'List the API keys of a service',
        description:
          'Newest first, including revoked and expired keys, never with their values. Users with any role may call it.',
        successDescription: 'A page of API keys.',
      },
      refusals: { ...onlyUsers, ...noSuch('service') },
    })
    .input(listApiKeysInput)
    .output(listApiKeysOutput)
    .query(({ ctx, input }) => listApiKeys(ctx.deps, ctx.caller, input)),

  createApiKey: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/services/{id}/api-keys',
        operationId: 'createApiKey',
        tags: ['API keys'],
        summary: 'Create an API key',
        description:
          'The response has the key’s value, which is never shown again. A test key works like a live one, but everything it creates has `livemode` false. Needs the role admin or owner.',
        successDescription: 'The key, with its value.',
      },
      status: 201,
      refusals: memberRefusals('service'),
    })
    .input(createApiKeyInput)
    .output(createApiKeyOutput)
    .mutation(async ({ ctx, input }) => ({ data: await createApiKey(ctx.deps, ctx.caller, input) })),

  rotateApiKey: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/api-keys/{id}/rotate',
        operationId: 'rotateApiKey',
        tags: ['API keys'],
        summary: 'Replace an API key by a new one',
        description:
          'The new key has the name, scope and expiry of the old one. The old value works for another `graceSeconds`, or until it expires if that is sooner; with 0 it is refused within a second. Needs the role admin or owner.',
        successDescription: 'The new key with its value, and the time at which the old one stops working.',
      },
      status: 201,
      refusals: {
        ...memberRefusals('API key'),
        UNPROCESSABLE_CONTENT: 'The key is already revoked, expired or replaced (`api_key_not_active`).',
      },
    })
    .input(rotateApiKeyInput)
    .output(rotateApiKeyOutput)
    .mutation(async ({ ctx, input }) => ({ data: await rotateApiKey(ctx.deps, ctx.caller, input) })),

  revokeApiKey: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/api-keys/{id}',
        operationId: 'revokeApiKey',
        tags: ['API keys'],
        summary: 'Revoke an API key',
        description:
          'The key is refused everywhere within a second. It stays in the list. Needs the role admin or owner.',
        successDescription: 'Revoked.',
      },
      refusals: {
        ...memberRefusals('API key'),
        UNPROCESSABLE_CONTENT: 'The key is already revoked (`api_key_revoked`).',
      },
      status: 204,
    })
    .input(revokeApiKeyInput)
    .output(noContent)
    .mutation(({ ctx, input }) => revokeApiKey(ctx.deps, ctx.caller, input.id)),
}
