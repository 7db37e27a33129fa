import { projectVersion } from '@inlet/runtime'
import { Stripe } from 'stripe'

/** What is needed to call Stripe. */
export interface StripeSettings {
  secretKey: string
  /** Instead of Stripe's own API: `http://host:port` or `https://host:port`. */
  apiUrl?: string | undefined
}

/** Of one try. There is a second one, after half a second. */
const timeoutMs = 8_000

/** Makes a client of Stripe's API. */
export function stripeClient({ secretKey, apiUrl }: StripeSettings): Stripe {
  return new Stripe(secretKey, {
    ...(apiUrl !== undefined && addressOf(new URL(apiUrl))),
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    // It would tell Stripe about the machine, and how long earlier calls took.
    telemetry: false,
    appInfo: { name: 'Inlet', version: projectVersion },
  })
}

function addressOf({ protocol, hostname, port }: URL) {
  const isPlain = protocol === 'http:'
  return { protocol: isPlain ? 'http' : 'https', host: hostname, port: port || (isPlain ? 80 : 443) } as const
}
