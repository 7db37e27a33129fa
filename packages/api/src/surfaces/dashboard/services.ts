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
import { noContent } from '../../procedure/no-content.ts'
import { memberRefusals, noSuch, onlyUsers } from './shared.ts'

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
        description: 'Newest first: all services of which the user is a member, with any role.',
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
          'The user becomes its owner. Every user may call it, unless the operator has disabled this (`SELF_SERVICE`).',
        successDescription: 'The new service.',
      },
      status: 201,
      refusals: {
        ...retentionOverQuota,
        FORBIDDEN:
          'An API key was sent (`api_key_not_allowed`), or only the operator may create services here (`self_service_off`).',
        UNPROCESSABLE_CONTENT:
          'The user has reached the limit of services that one user can create (`too_many_services`).',
      },
    })
    .input(createServiceInput)
    .output(createServiceOutput)
    .mutation(async ({ ctx, input }) => {
      const { deps, caller, isSelfService, servicesPerUser } = ctx
      return { data: await createService(deps, caller, { ...input, isSelfService, servicesPerUser }) }
    }),

  readService: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/services/{id}',
        operationId: 'readService',
        tags: ['Services'],
        summary: 'Read a service',
        description: 'Users with any role may call it.',
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
        description: `Changes the name, the branding of the web inbox, the retention (for mail received from now on; at most ${limits.retentionDaysMax} days) or the access lock. Absent fields do not change. Needs the role admin or owner.`,
        successDescription: 'The changed service.',
      },
      bodyMaxBytes: limits.logoBodyMaxBytes,
      refusals: {
        ...memberRefusals('service'),
        ...retentionOverQuota,
        PAYLOAD_TOO_LARGE: `The body exceeds ${limits.logoBodyMaxBytes} bytes.`,
        UNPROCESSABLE_CONTENT:
          'The lock is enabled without ever having had a password (`password_required`), or the logo is not a supported image (`invalid_logo`).',
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
          'Deletion is permanent. Within a second the service refuses all mail and all calls. Its messages are erased within minutes; a large service takes longer. The operator keeps its audit log. `confirm` is the name of the service. Needs the role owner.',
        successDescription: 'Deleted.',
      },
      status: 204,
      refusals: {
        ...memberRefusals('service', 'owner'),
        CONFLICT: 'The service has a subscription (`subscription_active`), even if it ends with the current period.',
        UNPROCESSABLE_CONTENT: '`confirm` is not the name of the service (`confirmation_mismatch`).',
      },
    })
    .input(deleteServiceInput)
    .output(noContent)
    .mutation(async ({ ctx, input }) => {
      await deleteService(ctx.deps, ctx.caller, input)
    }),
}
