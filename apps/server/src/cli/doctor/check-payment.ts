import type { Config } from '@inlet/runtime'
import { readPlans } from '../../start/read-plans.ts'
import { type DoctorFinding, findings } from './finding.ts'

const advice = 'Check STRIPE_SECRET_KEY, and that this machine can reach Stripe.'
const errorTexts = {
  absent: 'has a price that Stripe does not know',
  inactive: 'has a price that is archived at Stripe',
  different: 'costs something else at Stripe',
}

/** Says how plans are paid; where by Stripe, checks that it takes the key and has the prices of the plans. */
export async function checkPayment(config: Config): Promise<DoctorFinding> {
  const { BILLING_PROVIDER: kind, STRIPE_SECRET_KEY: secretKey, STRIPE_API_URL: apiUrl } = config
  const { ok, fail } = findings('payment')
  if (kind !== 'stripe') return ok(`${kind}: the operator gives plans`)
  // A process that serves no HTTP needs none.
  if (secretKey === undefined) return ok('stripe, whose key is not among these settings')

  const { checkPrices, stripeClient } = await import('@inlet/billing')
  try {
    const plans = await readPlans(config)
    const [error, ...more] = await checkPrices(stripeClient({ secretKey, apiUrl }), plans)
    if (!error) return ok(`Stripe takes the key (${keyKind(secretKey)}) and has the prices of all plans that are sold`)
    const rest = more.length > 0 ? `, and ${more.length} more do not fit` : ''
    return fail(
      `the plan ${error.planId} ${errorTexts[error.error]}${rest}`,
      'See stripePriceId and price in PLANS_FILE.',
    )
  } catch (error) {
    return fail(error instanceof Error ? error.message : 'unknown error', advice)
  }
}

const keyKind = (secretKey: string) => (/^.k_live_/.test(secretKey) ? 'live mode' : 'test mode')
