import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { sharedServer } from '../support/shared-server.ts'
import { askAsVisitor, lockPassword, setLock } from '../support/visits.ts'

const newWorld = sharedServer({ settings: { INLET_ROLE: 'http' } })

test('a service without a lock, or whose lock is off, is 422, whatever the password', async () => {
  const world = await newWorld()
  const body = { host: world.tenant.publicDomain.hostname, password: lockPassword }
  const unlock = () => askAsVisitor(world, '/unlock', { method: 'POST', body })

  expect(await unlock()).toMatchError(422, 'UNPROCESSABLE_CONTENT', 'lock_disabled')
  await setLock(world)
  expect((await unlock()).status).toBe(200)
  await setLock(world, { enabled: false })
  expect(await unlock()).toMatchError(422, 'UNPROCESSABLE_CONTENT', 'lock_disabled')
})
