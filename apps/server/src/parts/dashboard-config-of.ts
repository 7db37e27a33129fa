import type { DashboardConfig } from '@inlet/contract'
import type { BillingProvider } from '@inlet/core'
import { type Config, projectVersion } from '@inlet/runtime'
import { mxHostOf } from '../mx-host.ts'
import { isLoopback } from '../own-url.ts'

/** The port at which other mail servers deliver (RFC 5321 §4.5.4.2). */
const mxPort = 25

interface ConfigParts {
  /** The issuer of the access tokens. */
  issuer: string
  publicUrl: string
  /** The port of this process's SMTP server, if it has one. */
  smtpPort: number | null
  billing: BillingProvider
}

/** What the dashboard has to know before anybody has logged in. */
export function dashboardConfigOf(config: Config, parts: ConfigParts): DashboardConfig {
  const { issuer, publicUrl, smtpPort, billing } = parts
  const { SMTP_HOST: host, SMTP_PORT: port } = config
  return {
    issuer,
    clientId: config.OIDC_CLIENT_ID,
    ...loginParameters(config),
    publicUrl,
    version: projectVersion,
    billingProvider: billing.kind,
    hasOwnLogins: config.OIDC_ISSUER === undefined,
    selfService: config.SELF_SERVICE,
    smtp: isLoopback(host) ? { host, port: smtpPort ?? port } : { host: mxHostOf(config), port: mxPort },
  }
}

function loginParameters(config: Config): Pick<DashboardConfig, 'audience' | 'scope' | 'resource'> {
  const { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience, OIDC_SCOPE: scope, OIDC_RESOURCE: resource = null } = config
  // All tokens of the embedded provider are for the API, and refresh tokens come without a scope.
  return issuer === undefined
    ? { audience: null, scope: 'openid email profile', resource: null }
    : { audience, scope, resource }
}
