import { expect, test } from 'vitest'
import { startCoreWorld } from '../../test/core-world.ts'
import { unlockAsVisitor } from '../../test/unlock-as-visitor.ts'
import { siteFinder } from '../domains/find-site.ts'
import { assertUnlocked, unlockStatus } from './access-lock.ts'
import { changeService } from './manage-services.ts'

const refused = { code: 'UNAUTHORIZED', facts: { details: [{ code: 'unlock_required' }] } }

/** A locked service, a token that opens it, and its site as a process remembers it. */
async function startLocked() {
  const world = await startCoreWorld()
  const { deps, operator, serviceId, domain } = world
  const setLock = (accessLock: { enabled: boolean; password?: string }) =>
    changeService(deps, operator, { id: serviceId, accessLock })
  await setLock({ enabled: true, password: 'first one' })
  const token = await unlockAsVisitor(deps, serviceId, 'first one')
  const site = await siteFinder(deps)(domain.hostname)
  if (!site) throw new Error('no site')
  return { world, deps, serviceId, site, token, setLock, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() }
}

test('a token ends with the password of the lock at once, also where the site is remembered from before', async () => {
  await using locked = await startLocked()
  const { deps, serviceId, site, token } = locked
  await assertUnlocked(deps, site, token)
  expect(await unlockStatus(deps, serviceId, token)).toMatchObject({ ok: true })

  await locked.setLock({ enabled: true, password: 'second one' })

  await expect(assertUnlocked(deps, site, token)).rejects.toMatchObject(refused)
  expect(await unlockStatus(deps, serviceId, token)).toEqual({ ok: false, expiresAt: null })
})

test('the new password of the lock opens it at once, and the old one no more', async () => {
  await using locked = await startLocked()
  const { deps, serviceId, site } = locked

  await locked.setLock({ enabled: true, password: 'second one' })

  await expect(unlockAsVisitor(deps, serviceId, 'first one')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await assertUnlocked(deps, site, await unlockAsVisitor(deps, serviceId, 'second one'))
})

test('a visitor with a token is let in as soon as the lock is off', async () => {
  await using locked = await startLocked()
  const { deps, serviceId, site } = locked

  await locked.setLock({ enabled: false })

  await assertUnlocked(deps, site, 'x')
  await expect(unlockAsVisitor(deps, serviceId, 'first one')).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' })
})
