import {
  changeDomainInput,
  changeDomainOutput,
  createDomainInput,
  createDomainOutput,
  listDomainsInput,
  listDomainsOutput,
  readDomainInput,
  readDomainOutput,
  removeDomainInput,
  verifyDomainInput,
  verifyDomainOutput,
} from '@inlet/contract'
import { changeDomain, createDomain, listDomains, readDomain, removeDomain, verifyDomain } from '@inlet/core'
import { userProcedure } from '../../access/procedures.ts'
import { noContent } from '../../procedure/no-content.ts'
import { memberRefusals, noSuch, onlyUsers, overQuota } from './shared.ts'

/** Domains of the user's services. */
export const domainProcedures = {
  listDomains: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/services/{id}/domains',
        operationId: 'listDomains',
        tags: ['Domains'],
        summary: 'List the domains of a service',
        description:
          'Newest first, each with its required DNS records and the result of the last check. Users with any role may call it.',
        successDescription: 'A page of domains.',
      },
      refusals: { ...onlyUsers, ...noSuch('service') },
    })
    .input(listDomainsInput)
    .output(listDomainsOutput)
    .query(({ ctx, input }) => listDomains(ctx.deps, ctx.caller, { ...input, mxHost: ctx.domains.mxHost })),

  createDomain: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/services/{id}/domains',
        operationId: 'createDomain',
        tags: ['Domains'],
        summary: 'Add a domain to a service',
        description:
          'The domain is `pending` and receives no mail until its DNS records are found. Add them at your DNS provider, then call `verifyDomain`. Needs the role admin or owner.',
        successDescription: 'The new domain with its required DNS records.',
      },
      status: 201,
      refusals: {
        ...memberRefusals('service'),
        ...overQuota,
        CONFLICT: 'The service already has this domain (`domain_exists`).',
      },
    })
    .input(createDomainInput)
    .output(createDomainOutput)
    .mutation(async ({ ctx, input }) => {
      const { deps, caller, domains } = ctx
      return { data: await createDomain(deps, caller, { ...input, mxHost: domains.mxHost }) }
    }),

  readDomain: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/domains/{id}',
        operationId: 'readDomain',
        tags: ['Domains'],
        summary: 'Read a domain',
        description:
          'Returns the domain with its required DNS records and the result of the last check. Users with any role may call it.',
        successDescription: 'The domain.',
      },
      refusals: { ...onlyUsers, ...noSuch('domain') },
    })
    .input(readDomainInput)
    .output(readDomainOutput)
    .query(async ({ ctx, input }) => {
      const { deps, caller, domains } = ctx
      return { data: await readDomain(deps, caller, { ...input, mxHost: domains.mxHost }) }
    }),

  changeDomain: userProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/domains/{id}',
        operationId: 'changeDomain',
        tags: ['Domains'],
        summary: 'Open or close the public inboxes of a domain',
        description:
          'The change applies within a second. Closing the public inboxes keeps the addresses that mail has created. Needs the role admin or owner.',
        successDescription: 'The changed domain.',
      },
      refusals: memberRefusals('domain'),
    })
    .input(changeDomainInput)
    .output(changeDomainOutput)
    .mutation(async ({ ctx, input }) => {
      const { deps, caller, domains } = ctx
      return { data: await changeDomain(deps, caller, { ...input, mxHost: domains.mxHost }) }
    }),

  verifyDomain: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/domains/{id}/verify',
        operationId: 'verifyDomain',
        tags: ['Domains'],
        summary: 'Check the DNS records of a domain',
        description:
          'With both records in place the domain becomes `verified`: it receives mail and belongs to this service alone. Otherwise a verified domain becomes `failing`, and a pending one stays `pending`; the `outcome` of each record gives the reason. If the DNS does not answer, the state does not change. You can take over a domain from another service if that service’s TXT record is missing now and has been for 72 hours: the other service’s domain becomes `lost`, with its addresses and their mail. Takes no body; if you send one, it must be JSON. Needs the role admin or owner.',
        successDescription: 'The changed domain.',
      },
      refusals: {
        ...memberRefusals('domain'),
        CONFLICT: 'Another service has verified this domain (`domain_exists`).',
        UNPROCESSABLE_CONTENT: 'Another service has taken this domain over (`domain_lost`).',
      },
    })
    .input(verifyDomainInput)
    .output(verifyDomainOutput)
    .mutation(async ({ ctx, input }) => {
      const { deps, caller, domains } = ctx
      return { data: await verifyDomain(deps, caller, { ...input, ...domains }) }
    }),

  removeDomain: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/domains/{id}',
        operationId: 'removeDomain',
        tags: ['Domains'],
        summary: 'Delete a domain with all its addresses and their messages',
        description:
          'Deletion is immediate and permanent; mail for the domain is refused from then on. `confirm` is the hostname. Needs the role admin or owner.',
        successDescription: 'Deleted.',
      },
      refusals: {
        ...memberRefusals('domain'),
        UNPROCESSABLE_CONTENT: '`confirm` is not the hostname of the domain (`confirmation_mismatch`).',
      },
      status: 204,
    })
    .input(removeDomainInput)
    .output(noContent)
    .mutation(async ({ ctx, input }) => {
      await removeDomain(ctx.deps, ctx.caller, input)
    }),
}
