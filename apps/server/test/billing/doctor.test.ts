import { readConfig } from '@inlet/runtime'
import { stripeStandIn } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { checkPayment } from '../../src/cli/doctor/check-payment.ts'
import { runCli } from '../support/cli-process.ts'
import { plansFile, soldPlans, stripeSettings } from '../support/stripe-world.ts'

test('the doctor says that Stripe takes the key and has the prices of the plans', async () => {
  await using standIn = await stripeStandIn({ price_pro: 2900, price_scale: 9900 })
  await using plans = await plansFile(soldPlans)
  const settings = { ...stripeSettings(standIn, plans.path), MONGODB_URI: 'mongodb://127.0.0.1:1/?replicaSet=none' }

  const { json } = await runCli(['doctor', '--json'], { DNS_SERVERS: '127.0.0.1:9', ...settings })

  const found = json.data.checks.find(({ check }: { check: string }) => check === 'payment')
  expect(found).toEqual({
    check: 'payment',
    state: 'ok',
    message: 'Stripe takes the key (test mode) and has the prices of all plans that are sold',
    advice: null,
  })
  expect(JSON.stringify(json)).not.toContain(standIn.secretKey)
})

test('the doctor names the plan whose price is absent, archived or another one, and a Stripe that refuses or is away', async () => {
  await using standIn = await stripeStandIn({ price_pro: 2900 })
  await using plans = await plansFile(soldPlans)
  const settings = stripeSettings(standIn, plans.path)
  const examine = (changes: Record<string, string> = {}) => checkPayment(readConfig({ ...settings, ...changes }))

  expect(await examine()).toMatchObject({
    state: 'fail',
    message: expect.stringMatching(/^the plan scale .* not know$/),
  })
  standIn.account.addPrice('price_scale', 9900, 'usd')
  expect(await examine()).toMatchObject({ state: 'fail', message: 'the plan scale costs something else at Stripe' })
  standIn.account.addPrice('price_scale', 9900)
  Object.assign(standIn.account.prices.get('price_pro') ?? {}, { active: false })
  expect(await examine()).toMatchObject({ state: 'fail', message: expect.stringMatching(/^the plan pro .* archived/) })

  const refused = await examine({ STRIPE_SECRET_KEY: 'sk_test_other' })
  expect(refused).toMatchObject({ state: 'fail', message: expect.stringMatching(/^Stripe: \w+ 401/) })
  standIn.failWith('cut')
  expect(await examine()).toMatchObject({ state: 'fail', message: 'The provider of payment does not answer' })
  for (const kind of ['none', 'manual']) {
    const finding = await checkPayment(readConfig({ BILLING_PROVIDER: kind }))
    expect(finding).toMatchObject({ state: 'ok', message: `${kind}: the operator gives plans` })
  }
})
