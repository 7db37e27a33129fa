/** Where the provider is mounted, below the service's address. */
export const mountPath = '/oidc'

/** A service's address with a path added to it, however many slashes the address ends in. */
export const urlBelow = (publicUrl: string, path: `/${string}`): string =>
  `${publicUrl.replace(/(?<!\/)\/+$/, '')}${path}`

/** The embedded provider's issuer at a service's address. */
export const issuerAt = (publicUrl: string): string => urlBelow(publicUrl, mountPath)
