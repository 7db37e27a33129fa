import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { askAsVisitor, lockPassword, setLock } from '../support/visits.ts'
import { startWorld } from '../support/world.ts'

test('another password is 401, and makes no token', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http', UNLOCKS_PER_QUARTER_HOUR: '100' } })
  await setLock(world)
  const { hostname: host } = world.tenant.publicDomain

  for (const password of ['wrong', lockPassword.toUpperCase(), `${lockPassword}x`, 'x'.repeat(64)]) {
    const answer = await askAsVisitor(world, '/unlock', { method: 'POST', body: { host, password } })
    expect(answer, password).toMatchError(401, 'UNAUTHORIZED', 'unlock_password_invalid')
    expect(answer.headers['www-authenticate']).toBe('X-Unlock-Token realm="inlet"')
  }
  expect(await world.deps.db.collection('unlockTokens').countDocuments()).toBe(0)
})
