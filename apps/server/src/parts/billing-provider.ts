import type { BillingProvider } from '@inlet/core'
import { type Config, ConfigError } from '@inlet/runtime'

/** How plans are paid in this installation. @throws ConfigError where that cannot be served */
export function billingProviderOf({ BILLING_PROVIDER: kind }: Config): BillingProvider {
  if (kind === 'stripe') throw new ConfigError('BILLING_PROVIDER: stripe is not there yet.')
  return { kind }
}
