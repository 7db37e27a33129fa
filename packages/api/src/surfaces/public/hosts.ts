import {
  domainInfoInput,
  domainInfoOutput,
  limits,
  platformDomainAllowedInput,
  platformDomainAllowedOutput,
  readLogoInput,
  unlockInput,
  unlockOutput,
  unlockStatusInput,
  unlockStatusOutput,
} from '@inlet/contract'
import { assertMayHaveCertificate, findLogo, unlockService, unlockStatus } from '@inlet/core'
import { visitorProcedure } from '../../access/procedures.ts'
import { quarterHourMs } from '../../access/rate-limits.ts'
import { noContent } from '../dashboard/shared.ts'
import { siteOf } from './refusals.ts'

const logoTypes = ['image/png', 'image/jpeg', 'image/webp']
const keptForever = { 'Cache-Control': 'public, max-age=31536000, immutable' }

const refusals = {
  UNAUTHORIZED: 'An API key was sent that is not valid (`invalid_api_key`).',
  FORBIDDEN: 'An API key was sent (`api_key_not_allowed`).',
  NOT_FOUND: 'The host is no verified domain.',
  TOO_MANY_REQUESTS: 'Too many calls of this client.',
}

/** What a host is, and the lock before its inboxes: open to everybody. */
export const hostProcedures = {
  unlockService: visitorProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/public/unlock',
        operationId: 'unlockService',
        tags: ['Web inbox'],
        summary: 'Unlock a service',
        description: `For services with an access lock: the token opens the inboxes on all their hosts. At most ${limits.unlocksPerQuarterHour} tries in 15 minutes for each client.`,
        successDescription: 'The token.',
      },
      rate: [{ bucket: 'unlock', limit: 'unlocksPerQuarterHour', windowMs: quarterHourMs }],
      refusals: {
        ...refusals,
        UNAUTHORIZED: `${refusals.UNAUTHORIZED} Or this is not the password (\`unlock_password_invalid\`).`,
        UNPROCESSABLE_CONTENT: 'The service has no lock (`lock_disabled`).',
        TOO_MANY_REQUESTS: 'Too many calls, or too many tries to unlock, of this client.',
      },
    })
    .input(unlockInput)
    .output(unlockOutput)
    .mutation(async ({ ctx, input }) => {
      const { serviceId } = await siteOf(ctx, input.host)
      const token = await unlockService(ctx.deps, serviceId, input.password)
      return { data: { ok: true, token } }
    }),

  readUnlockStatus: visitorProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/public/unlock-status',
        operationId: 'readUnlockStatus',
        tags: ['Web inbox'],
        summary: 'Whether an unlock token is valid',
        description: 'For the service of this host, at this moment.',
        successDescription: 'Whether it is, and until when.',
      },
      refusals,
    })
    .input(unlockStatusInput)
    .output(unlockStatusOutput)
    .query(async ({ ctx, input }) => {
      const { serviceId } = await siteOf(ctx, input.host)
      return { data: await unlockStatus(ctx.deps, serviceId, input.token) }
    }),

  readDomainInfo: visitorProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/public/domain-info',
        operationId: 'readDomainInfo',
        tags: ['Web inbox'],
        summary: 'How the web inbox on a host presents itself',
        description: 'Name, colours and language of the service, and whether visitors have to unlock it.',
        successDescription: 'What the page needs.',
      },
      refusals,
    })
    .input(domainInfoInput)
    .output(domainInfoOutput)
    .query(async ({ ctx, input }) => ({ data: (await siteOf(ctx, input.host)).info })),

  readLogo: visitorProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/public/logos/{digest}',
        operationId: 'readLogo',
        tags: ['Web inbox'],
        summary: 'The logo of a service',
        description:
          'What a `logoUrl` leads to. It never changes, so that browsers keep it: another logo has another URL.',
        successDescription: 'The image.',
      },
      refusals: { ...refusals, NOT_FOUND: 'No service has this logo, or no longer.' },
      isFile: true,
      otherTypes: Object.fromEntries(
        logoTypes.map((type) => [type, { description: 'The image’s bytes.', example: '…' }]),
      ),
    })
    .input(readLogoInput)
    .output(noContent)
    .query(async ({ ctx, input }) => {
      const { contentType, bytes } = await findLogo(ctx.deps, input.digest)
      ctx.request.respondWith({ body: bytes, headers: { 'Content-Type': contentType, ...keptForever } })
    }),

  readPlatformDomainAllowed: visitorProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/public/platform-domain-allowed',
        operationId: 'readPlatformDomainAllowed',
        tags: ['Web inbox'],
        summary: 'Whether a certificate may be issued for a domain',
        description:
          'For the question of on-demand TLS, such as Caddy’s `ask`: 200 for a verified domain, else 404. A host under a wildcard needs an address there first: anybody can name such hosts, and certificate authorities issue only so many for one domain.',
        successDescription: 'It may.',
      },
      refusals: {
        ...refusals,
        NOT_FOUND: 'The host is no verified domain, or is under a wildcard and has no address.',
      },
    })
    .input(platformDomainAllowedInput)
    .output(platformDomainAllowedOutput)
    .query(async ({ ctx, input }) => {
      await assertMayHaveCertificate(ctx.deps, await siteOf(ctx, input.domain))
      return { data: { allowed: true } }
    }),
}
