import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { askAsVisitor, lockPassword, setLock } from '../support/visits.ts'
import { startWorld } from '../support/world.ts'

test('a service without a lock, or whose lock is off, is 422, whatever the password', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http' } })
  const body = { host: world.tenant.publicDomain.hostname, password: lockPassword }
  const unlock = () => askAsVisitor(world, '/unlock', { method: 'POST', body })

  expect(await unlock()).toMatchError(422, 'UNPROCESSABLE_CONTENT', 'lock_disabled')
  await setLock(world)
  expect((await unlock()).status).toBe(200)
  await setLock(world, { enabled: false })
  expect(await unlock()).toMatchError(422, 'UNPROCESSABLE_CONTENT', 'lock_disabled')
})
