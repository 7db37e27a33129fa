import { AppError, type DetailCode } from '@inlet/contract'
import { absentId, type PreparedWorld, type SwitchedBilling } from '../prepared-world.ts'
import type { Answer } from '../world.ts'
import type { UserCall, UserCalls } from './user-call.ts'

const ofService: Pick<UserCall, 'folder' | 'input' | 'bad' | 'absent'> = {
  folder: 'billing',
  input: (_, { serviceId: id }) => ({ id }),
  bad: { id: 'x' },
  absent: [{ id: absentId }],
}

/** The provider is another one meanwhile. */
async function meanwhile(
  { billing }: PreparedWorld,
  other: Partial<SwitchedBilling>,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const before = { ...billing }
  Object.assign(billing, other)
  const answer = await call()
  Object.assign(billing, before)
  return answer
}

/** The refusals of a provider, which looks at its own state. */
const refusing = (code: DetailCode): Partial<SwitchedBilling> => {
  const refuse = () => Promise.reject(AppError.of(code))
  return { checkout: refuse, portal: refuse, changePlan: refuse }
}

type Refusal = NonNullable<UserCall['refusals']>[number]
const refused =
  (...others: Partial<SwitchedBilling>[]): Refusal =>
  async (ask, prepared) => {
    const answers: Answer[] = []
    for (const other of others) answers.push(await meanwhile(prepared, other, () => ask()))
    return answers
  }
const disabled: Partial<SwitchedBilling> = { kind: 'none' }

const ofPlan: Omit<UserCall, 'refusals'> = {
  ...ofService,
  role: 'owner',
  input: (_, { serviceId: id }) => ({ id, planId: 'pro' }),
  bad: { planId: '' },
  absent: [{ id: absentId }, { planId: 'absent' }],
}

/** How the operations of plans and payment are called. */
export const billingCalls: UserCalls = {
  listPlans: { ...ofService, role: null, input: () => ({}), bad: { limit: 0 }, absent: [] },
  readBilling: { ...ofService, role: 'viewer' },
  readUsage: {
    ...ofService,
    role: 'viewer',
    // Days that are over: today's counts are stored a moment after what they count, also between two calls that are compared.
    input: (_, { serviceId: id }) => ({ id, from: '2026-01-01', to: '2026-01-31' }),
    bad: { from: 'yesterday' },
    refusals: { 400: async (ask) => [await ask({ from: '2026-01-02', to: '2026-01-01' })] },
  },
  startCheckout: {
    ...ofPlan,
    refusals: { 409: refused(disabled, refusing('subscription_exists')), 422: refused(refusing('plan_not_sold')) },
  },
  openBillingPortal: {
    ...ofService,
    role: 'owner',
    refusals: { 409: refused(disabled), 422: refused(refusing('no_subscription')) },
  },
  changePlan: {
    ...ofPlan,
    refusals: { 409: refused(disabled), 422: refused(refusing('no_subscription'), refusing('plan_not_sold')) },
  },
  listInvoices: {
    ...ofService,
    role: 'owner',
    input: (_, { serviceId: id }) => ({ id, limit: 50 }),
    bad: { limit: 0 },
  },
}
