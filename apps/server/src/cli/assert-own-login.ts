import { type Config, ConfigError } from '@inlet/runtime'

/** Refuses what concerns the login that Inlet brings where people log in elsewhere. @throws ConfigError with the words for it */
export function assertOwnLogin({ OIDC_ISSUER }: Config, refusal: string): void {
  if (OIDC_ISSUER !== undefined) throw new ConfigError(refusal)
}
