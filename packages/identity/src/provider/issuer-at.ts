/** The provider's path below the public URL. */
export const mountPath = '/oidc'

/** Appends a path to a public URL, however many slashes that ends in. */
export const urlBelow = (publicUrl: string, path: `/${string}`): string =>
  `${publicUrl.replace(/(?<!\/)\/+$/, '')}${path}`

/** The embedded provider's issuer for a public URL. */
export const issuerAt = (publicUrl: string): string => urlBelow(publicUrl, mountPath)
