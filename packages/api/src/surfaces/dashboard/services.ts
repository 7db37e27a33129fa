import {
  changeServiceInput,
  changeServiceOutput,
  createServiceInput,
  createServiceOutput,
  deleteServiceInput,
  limits,
  listServicesInput,
  listServicesOutput,
  readServiceInput,
  readServiceOutput,
} from '@inlet/contract'
import { changeService, createService, deleteService, listServices, readService } from '@inlet/core'
import { userProcedure } from '../../access/procedures.ts'
import { memberRefusals, noContent, noSuch, onlyUsers } from './shared.ts'

const retentionOverQuota = {
  PAYMENT_REQUIRED: 'The plan keeps messages for fewer days (`quota_exceeded`).',
}

/** The user's services. */
export const serviceProcedures = {
  listServices: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/services',
        operationId: 'listServices',
        tags: ['Services'],
        summary: 'List the services of the user',
        description: 'Newest first: those that the user is a member of, in whatever role.',
        successDescription: 'A page of services.',
      },
      refusals: onlyUsers,
    })
    .input(listServicesInput)
    .output(listServicesOutput)
    .query(({ ctx, input }) => listServices(ctx.deps, ctx.caller, input)),

  createService: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/services',
        operationId: 'createService',
        tags: ['Services'],
        summary: 'Create a service',
        description:
          'The user becomes its owner. Every user may, unless the operator has kept it to themselves (`SELF_SERVICE`).',
        successDescription: 'The new service.',
      },
      status: 201,
      refusals: {
        ...retentionOverQuota,
        FORBIDDEN:
          'An API key was sent (`api_key_not_allowed`), or only the operator makes services here (`self_service_off`).',
      },
    })
    .input(createServiceInput)
    .output(createServiceOutput)
    .mutation(async ({ ctx, input }) => {
      const { deps, caller, isSelfService } = ctx
      return { data: await createService(deps, caller, { ...input, isSelfService }) }
    }),

  readService: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/services/{id}',
        operationId: 'readService',
        tags: ['Services'],
        summary: 'Read a service',
        description: 'Users of every role may call it.',
        successDescription: 'The service.',
      },
      refusals: { ...onlyUsers, ...noSuch('service') },
    })
    .input(readServiceInput)
    .output(readServiceOutput)
    .query(async ({ ctx, input }) => ({ data: await readService(ctx.deps, ctx.caller, input.id) })),

  changeService: userProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/services/{id}',
        operationId: 'changeService',
        tags: ['Services'],
        summary: 'Change a service',
        description: `Any of its name, the looks of its web inbox, how long messages are kept (for mail received from then on; at most ${limits.retentionDaysMax} days), and its access lock. Absent fields do not change. Needs the role admin or owner.`,
        successDescription: 'The service as it is now.',
      },
      bodyMaxBytes: limits.logoBodyMaxBytes,
      refusals: {
        ...memberRefusals('service'),
        ...retentionOverQuota,
        PAYLOAD_TOO_LARGE: `The body exceeds ${limits.logoBodyMaxBytes} bytes.`,
        UNPROCESSABLE_CONTENT:
          'A lock that never had a password is switched on without one (`password_required`), or the logo is no image that is taken (`invalid_logo`).',
      },
    })
    .input(changeServiceInput)
    .output(changeServiceOutput)
    .mutation(async ({ ctx, input }) => ({ data: await changeService(ctx.deps, ctx.caller, input) })),

  deleteService: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/services/{id}',
        operationId: 'deleteService',
        tags: ['Services'],
        summary: 'Delete a service with everything that it owns',
        description:
          'For good: within a second no mail is taken for it, and nobody gets in. Its messages are erased within the next minutes, a large service takes longer. Its audit log stays with the operator. `confirm` is its name. Needs the role owner.',
        successDescription: 'Deleted.',
      },
      status: 204,
      refusals: {
        ...memberRefusals('service', 'owner'),
        CONFLICT: 'The service is paid for (`subscription_active`), also where its subscription ends with the period.',
        UNPROCESSABLE_CONTENT: '`confirm` is not the name of the service (`confirmation_mismatch`).',
      },
    })
    .input(deleteServiceInput)
    .output(noContent)
    .mutation(async ({ ctx, input }) => {
      await deleteService(ctx.deps, ctx.caller, input)
    }),
}
