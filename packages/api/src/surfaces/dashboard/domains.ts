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
import { memberRefusals, noContent, noSuch, onlyUsers, overQuota } from './shared.ts'

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
          'Newest first, each with the DNS records that it needs and what the last check found. Users of every role may call it.',
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
          'It is `pending` and receives no mail until its DNS records are found: enter them at your DNS provider, then call `verifyDomain`. Needs the role admin or owner.',
        successDescription: 'The new domain, with the DNS records that it needs.',
      },
      status: 201,
      refusals: {
        ...memberRefusals('service'),
        ...overQuota,
        CONFLICT: 'The service has this domain already (`domain_exists`).',
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
          'With the DNS records that it needs and what the last check found. Users of every role may call it.',
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
          'Every process applies it within a second. Addresses that mails have created stay when they are closed. Needs the role admin or owner.',
        successDescription: 'The domain as it is now.',
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
          'With both records in place the domain is `verified`: it receives mail, and is this service’s alone. Otherwise a proven domain is `failing`, and a claim stays `pending`; the `outcome` of each record says what was found. Where the DNS does not answer, the state stays what it is. A domain that another service has proven is taken over if, at this look, that service’s TXT record is missing and has been for 72 hours: its domain is `lost` then, with its addresses and their mail. Takes no body; one that is sent must be JSON. Needs the role admin or owner.',
        successDescription: 'The domain as it is now.',
      },
      refusals: {
        ...memberRefusals('domain'),
        CONFLICT: 'Another service has proven this domain (`domain_exists`).',
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
          'They are gone at once and for good, and its mail is refused from then on. `confirm` is the hostname. Needs the role admin or owner.',
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
