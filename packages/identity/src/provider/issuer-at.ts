/** Where the provider is mounted, below the service's address. */
export const mountPath = '/oidc'

/** The embedded provider's issuer at a service's address. */
export const issuerAt = (publicUrl: string): string => `${publicUrl.replace(/(?<!\/)\/+$/, '')}${mountPath}`
