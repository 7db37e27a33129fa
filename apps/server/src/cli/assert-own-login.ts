import { type Config, ConfigError } from '@inlet/runtime'

/** Refuses a command for the built-in login where `OIDC_ISSUER` is set. @throws ConfigError with the message `refusal` */
export function assertOwnLogin({ OIDC_ISSUER }: Config, refusal: string): void {
  if (OIDC_ISSUER !== undefined) throw new ConfigError(refusal)
}
