import { hourMs, limits } from '@inlet/contract'
import { expect, test } from 'vitest'
import { askAsVisitor, lockPassword, setLock, unlock } from '../support/visits.ts'
import { startWorld } from '../support/world.ts'

const unlockedMs = limits.unlockedHours * hourMs

test('a token is valid for twelve hours on all hosts of its service, and on those of no other', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http' } })
  await setLock(world)
  await setLock(world, undefined, world.stranger)
  const token = await unlock(world)
  const status = async ({ hostname }: { hostname: string }, sent = token) =>
    (await askAsVisitor(world, `/unlock-status?host=${hostname}&token=${sent}`)).body.data
  const { domain, publicDomain } = world.tenant

  const valid = await status(publicDomain)

  expect(valid).toEqual({ ok: true, expiresAt: expect.stringMatching(/Z$/) })
  expect(Math.abs(Date.parse(valid.expiresAt) - world.clock.now().getTime() - unlockedMs)).toBeLessThan(60_000)
  expect(await status(domain)).toEqual(valid)
  for (const [host, sent] of [
    [world.stranger.publicDomain, token],
    [publicDomain, 'x'],
    [publicDomain, `${token}x`],
  ] as const) {
    expect(await status(host, sent)).toEqual({ ok: false, expiresAt: null })
  }
  world.clock.advance(unlockedMs)
  expect(await status(publicDomain)).toEqual({ ok: false, expiresAt: null })
  expect(world.lines.join('')).not.toContain(token)
})

test('a token ends when the password changes, to the same one too, and opens nothing while the lock is off', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http' } })
  await setLock(world)
  const token = await unlock(world)
  const isOk = async () => {
    const { hostname } = world.tenant.publicDomain
    return (await askAsVisitor(world, `/unlock-status?host=${hostname}&token=${token}`)).body.data.ok
  }

  expect(await isOk()).toBe(true)
  await setLock(world, { enabled: false })
  expect(await isOk()).toBe(false)
  await setLock(world, { enabled: true })
  expect(await isOk()).toBe(true)
  await setLock(world, { enabled: true, password: lockPassword })
  expect(await isOk()).toBe(false)
})
