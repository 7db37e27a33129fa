import { expect, test } from 'vitest'
import { runCli } from '../support/cli-process.ts'
import { giveTightPlan, tightPlans } from '../support/tight-plan.ts'
import { startWorld } from '../support/world.ts'

test('the plan of a service, how it is paid and what is used of it are shown, as the API says them', async () => {
  await using world = await startWorld({ settings: { ...tightPlans, INLET_ROLE: 'http' } })
  const { serviceId } = world.tenant
  await giveTightPlan(world)
  const settings = { ...tightPlans, MONGODB_URI: world.databaseUri, BILLING_PROVIDER: 'manual' }
  const cli = (...args: string[]) => runCli(args, settings)

  const shown = await cli('service', 'usage', '--id', serviceId)
  const asJson = await cli('service', 'usage', '--id', serviceId, '--json')
  const listed = await cli('service', 'list')
  const absent = await cli('service', 'usage', '--id', '01JD3Q7Z5V8XK2M4N6P8R0T2W4', '--json')

  expect(asJson).toMatchObject({
    code: 0,
    json: { data: { provider: 'manual', plan: 'tight', status: 'active', usage: { domains: { limit: 0 } } } },
  })
  const { used } = asJson.json.data.usage.domains
  expect(used).toBeGreaterThan(0)
  expect(asJson.json.data.overQuota).toContain('domains')
  expect(shown.stdout).toMatch(/^plan +tight$/m)
  expect(shown.stdout).toMatch(/^paid by +manual$/m)
  expect(shown.stdout).toMatch(new RegExp(`^domains +${used} +0 +yes$`, 'm'))
  expect(listed.stdout).toMatch(new RegExp(`^${serviceId} .* tight `, 'm'))
  expect(absent).toMatchObject({ code: 1, json: { error: { code: 'NOT_FOUND' } } })
})
