import { expect, test } from 'vitest'
import { sharedServer } from '../support/shared-server.ts'
import { askAsVisitor, lockPassword, setLock } from '../support/visits.ts'

const newWorld = sharedServer({ settings: { INLET_ROLE: 'http' } })

test('the password of the lock gives a token of which only a hash is stored, and each call gives another', async () => {
  const world = await newWorld()
  await setLock(world)
  const { domain, publicDomain } = world.tenant
  const unlock = (host: string) =>
    askAsVisitor(world, '/unlock', { method: 'POST', body: { host, password: lockPassword } })

  const answers = [await unlock(publicDomain.hostname), await unlock(`${domain.hostname.toUpperCase()}:8080`)]

  for (const { status, body } of answers) {
    expect(status).toBe(200)
    expect(body).toEqual({ data: { ok: true, token: expect.stringMatching(/^[\w-]{43}$/) } })
  }
  const tokens = answers.map(({ body }) => body.data.token)
  expect(new Set(tokens).size).toBe(2)
  const stored = JSON.stringify(await world.deps.db.collection('unlockTokens').find().toArray())
  for (const token of tokens) expect(stored).not.toContain(token)
  for (const secret of [...tokens, lockPassword]) expect(world.lines.join('')).not.toContain(secret)
})
