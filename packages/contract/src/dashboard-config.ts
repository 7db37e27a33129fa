import { z } from 'zod'
import { billingProviders } from './billing.ts'

/** What the dashboard reads at its start, from `GET {PUBLIC_URL}/dashboard/config.json`: it is open, and no part of the API. */
export const dashboardConfig = z.object({
  /** The OpenID Connect issuer at which people log in. */
  issuer: z.string(),
  clientId: z.string(),
  /** The parameter `audience` of a login, which some providers need; null where nothing is to be sent. */
  audience: z.string().nullable(),
  /** The whole `scope` of a login. */
  scope: z.string(),
  /** The parameter `resource` of a login (RFC 8707); null where nothing is to be sent. */
  resource: z.string().nullable(),
  /** The service's address as its users see it, without a final slash: `/dashboard`, `/docs` and `/v1` are below it. */
  publicUrl: z.string(),
  /** The version of the server. */
  version: z.string(),
  billingProvider: z.enum(billingProviders),
  /** Whether people log in at this server itself, which can then end all their logins. */
  hasOwnLogins: z.boolean(),
  /** Whether every user may create services. */
  selfService: z.boolean(),
  /** Where a mail to one of the domains can be sent. */
  smtp: z.object({ host: z.string(), port: z.number() }),
})
export type DashboardConfig = z.infer<typeof dashboardConfig>
