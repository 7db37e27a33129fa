import type { BillingProvider, Deps } from '@inlet/core'
import type { Config, Log, Metrics } from '@inlet/runtime'

interface BillingParts {
  deps: Deps
  log: Log
  metrics: Pick<Metrics, 'billing'>
  /** The service's address as its users see it. */
  publicUrl: () => string
}

/** How plans are paid in this installation. */
export async function billingProviderOf(config: Config, parts: BillingParts): Promise<BillingProvider> {
  const { BILLING_PROVIDER: kind, STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = config
  if (kind !== 'stripe') return { kind }
  // A process without the API takes no orders, and needs no secrets.
  if (secretKey === undefined || webhookSecret === undefined) return { kind: 'none' }

  // Loaded only here, since the library takes its time and memory.
  const { stripeClient, stripeProvider } = await import('@inlet/billing')
  const stripe = stripeClient({ secretKey, apiUrl: config.STRIPE_API_URL })
  const { deps, log, metrics, publicUrl } = parts
  const billingUrl = (serviceId: string) => `${publicUrl()}/dashboard/services/${serviceId}/billing`
  return stripeProvider({ deps, log, metrics: metrics.billing, stripe, webhookSecret, billingUrl })
}
