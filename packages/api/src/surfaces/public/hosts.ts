import {
  AppError,
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
import { assertMayHaveCertificate, findLogo, type Site, unlockService, unlockStatus } from '@inlet/core'
import { visitorProcedure } from '../../access/procedures.ts'
import { networkOf, quarterHourMs, unlockGuard } from '../../access/rate-limits.ts'
import type { ApiContext } from '../../procedure/context.ts'
import { noContent } from '../../procedure/no-content.ts'

const logoTypes = ['image/png', 'image/jpeg', 'image/webp']
const keptForever = { 'Cache-Control': 'public, max-age=31536000, immutable' }

const refusals = {
  UNAUTHORIZED: 'An invalid API key was sent (`invalid_api_key`).',
  FORBIDDEN: 'An API key was sent (`api_key_not_allowed`).',
  NOT_FOUND: 'The host is not a verified domain.',
  TOO_MANY_REQUESTS: 'Too many calls from this client.',
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
        description: `For services with an access lock. The token unlocks the inboxes on all hosts of the service. Each client has ${limits.unlocksPerQuarterHour} attempts in 15 minutes, and all clients of a service together ${limits.wrongLockPasswordsPerQuarterHour} wrong ones. A client that sends a valid token is not counted with the others.`,
        successDescription: 'The token.',
      },
      headers: { 'X-Unlock-Token': 'unlockToken' },
      rate: [{ bucket: 'unlock', limit: 'unlocksPerQuarterHour', windowMs: quarterHourMs }],
      refusals: {
        ...refusals,
        UNAUTHORIZED: `${refusals.UNAUTHORIZED} Or the password is wrong (\`unlock_password_invalid\`).`,
        UNPROCESSABLE_CONTENT: 'The service has no lock (`lock_disabled`).',
        TOO_MANY_REQUESTS:
          'Too many calls or unlock attempts from this client, or too many wrong passwords for this service.',
      },
    })
    .input(unlockInput)
    .output(unlockOutput)
    .mutation(async ({ ctx, input }) => {
      const { serviceId } = await siteOf(ctx, input.host)
      const { password, unlockToken } = input
      const unlocking = { password, unlockToken, network: networkOf(ctx), guard: unlockGuard(ctx) }
      const token = await unlockService(ctx.deps, serviceId, unlocking)
      return { data: { ok: true, token } }
    }),

  readUnlockStatus: visitorProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/public/unlock-status',
        operationId: 'readUnlockStatus',
        tags: ['Web inbox'],
        summary: 'Check an unlock token',
        description: 'Checks the token for the service of this host.',
        successDescription: 'Whether the token is valid, and until when.',
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
        summary: 'Read the branding of a web inbox',
        description: 'The name, colours and language of the service on this host, and whether visitors must unlock it.',
        successDescription: 'The branding.',
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
        summary: 'Download the logo of a service',
        description: 'The target of a `logoUrl`. Browsers may cache it for good: another logo has another URL.',
        successDescription: 'The image.',
      },
      refusals: { ...refusals, NOT_FOUND: 'No service has this logo.' },
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
        summary: 'Check whether a certificate may be issued for a domain',
        description:
          'For on-demand TLS, such as Caddy’s `ask`: 200 for a verified domain, otherwise 404. A host under a wildcard must have an address, because anyone can make up such hosts and certificate authorities limit the certificates of a domain. A host that is allowed is never 429.',
        successDescription: 'It may.',
      },
      countsOnlyMisses: true,
      refusals: {
        ...refusals,
        TOO_MANY_REQUESTS: 'Too many calls from this client that were malformed or found nothing.',
        SERVICE_UNAVAILABLE:
          'The database does not answer, the server is shutting down, or too many hosts under wildcards are asked for.',
        NOT_FOUND: 'The host is not a verified domain, or it is under a wildcard and has no address.',
      },
    })
    .input(platformDomainAllowedInput)
    .output(platformDomainAllowedOutput)
    .query(async ({ ctx, input }) => {
      await assertMayHaveCertificate(ctx.deps, await siteOf(ctx, input.domain), networkOf(ctx))
      return { data: { allowed: true } }
    }),
}

/** The site of a host that a visitor names. @throws NOT_FOUND where it is no verified domain */
async function siteOf({ sites }: Pick<ApiContext, 'sites'>, host: string): Promise<Site> {
  const site = await sites.findSite(host)
  if (!site) throw new AppError('NOT_FOUND', 'No such domain')
  return site
}
