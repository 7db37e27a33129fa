import { billingProviders } from '@inlet/contract'
import { z } from 'zod'
import { webUrl } from './setting-schemas.ts'

/** Plans, and how they are paid. */
export const billingSettings = {
  BILLING_PROVIDER: z
    .enum(billingProviders)
    .default('none')
    .describe(
      'How plans are paid. `none` and `manual`: the operator gives them with `service change --plan`; `stripe`: owners choose and pay.',
    ),
  PLANS_FILE: z
    .string()
    .optional()
    .describe(
      'JSON file with the plans, the same for all processes and commands. Without it there are `free`, `pro` and `scale`, and where nobody pays `unlimited`.',
    ),
  DEFAULT_PLAN: z
    .string()
    .optional()
    .describe(
      'The id of the plan of new services. Default: the first one; without `PLANS_FILE` that is `unlimited`, or `free` where plans are paid.',
    ),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_\w+$/, 'expected a key that begins with sk_ or rk_')
    .optional()
    .describe(
      'Secret or restricted key of your Stripe account, for `BILLING_PROVIDER=stripe`. Only processes that serve HTTP need it.',
    ),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+$/, 'expected a secret that begins with whsec_')
    .optional()
    .describe(
      'Signing secret of the endpoint in your Stripe account that sends events to `/v1/billing/webhooks/stripe`. Only processes that serve HTTP need it.',
    ),
  STRIPE_API_URL: webUrl
    .optional()
    .describe('Instead of Stripe’s own API, without a path: for tests and for a gateway of your own.'),
}
