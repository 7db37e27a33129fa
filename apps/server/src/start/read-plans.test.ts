import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@inlet/runtime'
import { afterAll, expect, test } from 'vitest'
import { readPlans } from './read-plans.ts'

const limits = { domains: 1, addresses: 2, messagesPerMonth: 3, webhooks: 4, members: 5, retentionDays: 6 }
const small = { id: 'small', name: 'Small', price: null, limits }
const price = { amount: 500, currency: 'eur', interval: 'month' }
const large = { id: 'large', name: 'Large', price, limits: { ...limits, domains: null }, stripePriceId: 'price_1' }

const folders = new AsyncDisposableStack()
afterAll(() => folders.disposeAsync())

async function fileWith(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-plans-'))
  folders.defer(() => rm(folder, { recursive: true }))
  const file = join(folder, 'plans.json')
  await writeFile(file, text)
  return file
}

const plansOf = (settings: Record<string, string>) => readPlans(readConfig(settings))
const idsOf = async (settings: Record<string, string>) => {
  const { all, defaultPlan } = await plansOf(settings)
  return { all: all.map(({ id }) => id), default: defaultPlan.id }
}

test('without a file there are free, pro and scale; where nobody pays a plan without limits is the default', async () => {
  expect(await idsOf({})).toEqual({ all: ['unlimited', 'free', 'pro', 'scale'], default: 'unlimited' })
  expect(await idsOf({ BILLING_PROVIDER: 'manual' })).toEqual({ all: ['free', 'pro', 'scale'], default: 'free' })
  expect((await idsOf({ DEFAULT_PLAN: 'pro' })).default).toBe('pro')

  const { defaultPlan } = await plansOf({})
  expect(new Set(Object.values(defaultPlan.limits))).toEqual(new Set([null]))
})

test('a file has all the plans there are, in its order; the first is the default unless another one is named', async () => {
  const PLANS_FILE = await fileWith(JSON.stringify([small, large]))

  const plans = await plansOf({ PLANS_FILE })

  expect(plans.all).toEqual([{ ...small, stripePriceId: null }, large])
  expect(plans.defaultPlan.id).toBe('small')
  expect((await plansOf({ PLANS_FILE, DEFAULT_PLAN: 'large' })).defaultPlan.id).toBe('large')
})

test.each<[string, string, RegExp]>([
  ['is no JSON', '[', /^PLANS_FILE: \S+ is not valid JSON\.$/],
  ['has no plan', '[]', /has errors:\n {2}the list: /],
  ['has a plan twice', JSON.stringify([small, small]), /the id small is there more than once/],
  ['lacks a limit', JSON.stringify([{ ...small, limits: {} }]), /0\.limits\.domains: /],
  ['misspells a limit', JSON.stringify([{ ...small, limits: { ...limits, domian: 1 } }]), /0\.limits: .*domian/],
  [
    'keeps mail for too long',
    JSON.stringify([{ ...small, limits: { ...limits, retentionDays: 31 } }]),
    /retentionDays/,
  ],
  ['has a price that is none', JSON.stringify([{ ...large, price: { ...price, amount: 0.5 } }]), /0\.price\.amount/],
])('a file that %s is refused with all its errors', async (_, text, message) => {
  await expect(plansOf({ PLANS_FILE: await fileWith(text) })).rejects.toThrow(message)
})

test('plans that Stripe cannot sell are refused, each with its reason; other providers do not look at it', async () => {
  const stripe = { BILLING_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  const read = async (plans: unknown[], settings: Record<string, string> = stripe) =>
    plansOf({ ...settings, PLANS_FILE: await fileWith(JSON.stringify(plans)) })
  const unsold = { ...large, stripePriceId: null }

  expect((await read([small, large])).all).toHaveLength(2)
  await expect(read([small, unsold])).rejects.toThrow('large: a plan that is sold needs both price and stripePriceId')
  await expect(read([{ ...small, stripePriceId: 'price_2' }])).rejects.toThrow('small: a plan that is sold needs both')
  await expect(read([small, large, { ...large, id: 'larger' }])).rejects.toThrow('two plans have one stripePriceId')
  await expect(read([large, small])).rejects.toThrow('large: the plan of new services cannot have a price')
  expect((await read([unsold], { BILLING_PROVIDER: 'manual' })).all).toHaveLength(1)
})

test('all errors of a file are reported at once, and a missing file and an unknown default by their setting', async () => {
  const PLANS_FILE = await fileWith(JSON.stringify([{ ...small, id: 'A b', name: '' }]))

  await expect(plansOf({ PLANS_FILE })).rejects.toThrow(/0\.id: [\s\S]*0\.name: /)
  await expect(plansOf({ PLANS_FILE: '/nowhere/plans.json' })).rejects.toThrow(
    'PLANS_FILE: /nowhere/plans.json cannot be read (ENOENT).',
  )
  await expect(plansOf({ DEFAULT_PLAN: 'gold' })).rejects.toThrow('DEFAULT_PLAN: there is no plan gold.')
})
