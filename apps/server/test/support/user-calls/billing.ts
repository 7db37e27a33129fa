import { absentId, type PreparedWorld } from '../prepared-world.ts'
import type { Answer } from '../world.ts'
import type { UserCall, UserCalls } from './user-call.ts'

const ofService: Pick<UserCall, 'folder' | 'input' | 'bad' | 'absent'> = {
  folder: 'billing',
  input: (_, { serviceId: id }) => ({ id }),
  bad: { id: 'x' },
  absent: [{ id: absentId }],
}

/** Nobody pays meanwhile. */
async function withoutPayment({ billing }: PreparedWorld, call: () => Promise<Answer>): Promise<Answer[]> {
  billing.kind = 'none'
  const answer = await call()
  billing.kind = 'stripe'
  return [answer]
}

const paid: Pick<UserCall, 'role' | 'refusals'> = {
  role: 'owner',
  refusals: { 409: (ask, prepared) => withoutPayment(prepared, () => ask()) },
}

const ofPlan: UserCall = {
  ...ofService,
  ...paid,
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
    bad: { from: 'yesterday' },
    refusals: { 400: async (ask) => [await ask({ from: '2026-01-02', to: '2026-01-01' })] },
  },
  startCheckout: ofPlan,
  openBillingPortal: { ...ofService, ...paid },
  changePlan: ofPlan,
  listInvoices: {
    ...ofService,
    role: 'owner',
    input: (_, { serviceId: id }) => ({ id, limit: 50 }),
    bad: { limit: 0 },
  },
}
