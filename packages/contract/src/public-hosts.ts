import { z } from 'zod'
import { branding } from './branding.ts'
import { example } from './examples.ts'
import { limits } from './limits.ts'
import { dataEnvelope } from './paging.ts'
import { textOf, timestampOut } from './scalars.ts'

/** A host of the web inbox in an input, with or without a port; one that is no verified domain of ours is 404, whatever it is made of. */
export const hostInInput = textOf({ min: 1, max: 260 }).meta({
  description: 'A verified domain. Case and port are ignored.',
  examples: [example.hostname],
})

/** Objects */

/** What the page of a domain needs before a visitor does anything. */
export const domainInfo = z
  .object({
    host: z.string().meta({ description: 'The domain in lower case, without a port.' }),
    ...branding.shape,
    status: z.enum(['active', 'inactive']).meta({
      description: '`active`: visitors can use inboxes on this host. `inactive`: the domain has no public inboxes.',
    }),
    locked: z.boolean().meta({ description: 'Whether visitors must unlock the service first.' }),
  })
  .meta({
    id: 'DomainInfo',
    description: 'The branding of the web inbox on a host.',
    examples: [
      {
        host: example.hostname,
        name: example.serviceName,
        accentColor: example.accentColor,
        theme: 'auto',
        locale: 'en',
        logoUrl: null,
        status: 'active',
        locked: false,
      },
    ],
  })
export type DomainInfo = z.infer<typeof domainInfo>

/** Endpoints: GET /public/logos/:digest */
export const readLogoInput = z.object({
  digest: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, 'expected the end of a logoUrl')
    .meta({ description: 'The last segment of a `logoUrl`.', examples: [example.logoDigest] }),
})

/** Endpoints: POST /public/unlock */
export const unlockInput = z
  .object({
    host: hostInInput,
    password: textOf({ min: 1, max: limits.inboxPasswordMaxChars }).meta({ description: 'The password of the lock.' }),
    unlockToken: z
      .string()
      .meta({
        description: 'A token that the visitor already has: its holder has attempts of their own.',
        examples: [example.unlockToken],
      })
      .optional(),
  })
  .meta({ examples: [{ host: example.hostname, password: 'correct horse' }] })
export const unlockOutput = dataEnvelope(
  z
    .object({
      ok: z.boolean(),
      token: z.string().meta({
        description: `For \`X-Unlock-Token\`; valid for ${limits.unlockedHours} hours on all hosts of the service, until the password changes.`,
      }),
    })
    .meta({ examples: [{ ok: true, token: example.unlockToken }] }),
)
export type UnlockInput = z.infer<typeof unlockInput>
export type UnlockOutput = z.infer<typeof unlockOutput>

/** Endpoints: GET /public/unlock-status */
export const unlockStatusInput = z.object({
  host: hostInInput,
  token: textOf({ min: 1, max: 200 }).meta({
    description: 'The token of `unlockService`.',
    examples: [example.unlockToken],
  }),
})
export const unlockStatusOutput = dataEnvelope(
  z
    .object({
      ok: z.boolean().meta({ description: 'Whether the token unlocks the service of this host now.' }),
      expiresAt: timestampOut.nullable().meta({ description: 'When it expires; null if it is not valid.' }),
    })
    .meta({ examples: [{ ok: true, expiresAt: example.unlockedUntil }] }),
)
export type UnlockStatusInput = z.infer<typeof unlockStatusInput>
export type UnlockStatusOutput = z.infer<typeof unlockStatusOutput>

/** Endpoints: GET /public/domain-info */
export const domainInfoInput = z.object({ host: hostInInput })
export const domainInfoOutput = dataEnvelope(domainInfo)

/** Endpoints: GET /public/platform-domain-allowed */
export const platformDomainAllowedInput = z.object({ domain: hostInInput })
export const platformDomainAllowedOutput = dataEnvelope(
  z.object({ allowed: z.boolean() }).meta({ examples: [{ allowed: true }] }),
)
