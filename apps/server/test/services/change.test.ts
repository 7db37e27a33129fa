import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { person } from '../support/people.ts'
import { sharedServer } from '../support/shared-server.ts'
import type { World } from '../support/world.ts'

const http = { settings: { INLET_ROLE: 'http' } }

const newWorld = sharedServer(http)

async function startWithAdmin() {
  const world = await newWorld()
  const { token } = await person(world, { role: 'admin' })
  const path = `/v1/services/${world.tenant.serviceId}`
  return {
    world,
    change: (body: unknown) => world.call(path, { method: 'PATCH', token, body }),
    read: async () => (await world.call(path, { token })).body.data,
  }
}

const entriesOf = ({ deps, tenant }: World) =>
  deps.db
    .collection('auditLog')
    .find({ serviceId: tenant.serviceId, action: 'service.changed' })
    .sort({ _id: 1 })
    .toArray()

test('fields that are sent change, absent ones stay, and the audit log has the old and the new values', async () => {
  const { world, change, read } = await startWithAdmin()
  const before = await read()

  const changed = await change({ name: 'Shop', accentColor: '#0a7f5a', theme: 'dark', locale: 'ja', retentionDays: 30 })
  const { status, body } = await change({})

  expect(changed.status).toBe(200)
  const after = { ...before, name: 'Shop', accentColor: '#0a7f5a', theme: 'dark', locale: 'ja', retentionDays: 30 }
  expect(changed.body).toEqual({ data: after })
  expect({ status, body }).toEqual({ status: 200, body: { data: after } })
  expect(await read()).toEqual(after)
  const [entry, ...others] = await entriesOf(world)
  expect(entry?.note).toContain('name Tests → Shop, retentionDays 7 → 30, accentColor #4338ca → #0a7f5a')
  expect(others).toEqual([])
})

test('the access lock needs a password the first time; the password is in no answer, no log line and no audit entry', async () => {
  const { world, change, read } = await startWithAdmin()

  const without = await change({ accessLock: { enabled: true } })
  const on = await change({ accessLock: { enabled: true, password: 'correct horse' } })
  const off = await change({ accessLock: { enabled: false } })
  const again = await change({ accessLock: { enabled: true } })

  expect(without).toMatchError(422, 'UNPROCESSABLE_CONTENT', 'password_required')
  expect([on, off, again].map(({ body }) => body.data.accessLock)).toEqual(
    [true, false, true].map((enabled) => ({ enabled })),
  )
  const shown = JSON.stringify([on.body, await read(), await entriesOf(world), world.lines])
  expect(shown).not.toContain('correct horse')
  expect(shown).not.toContain('scrypt')
})

test('a value that the schema does not take is 400, and nothing changes, not even the other fields', async () => {
  const { change, read } = await startWithAdmin()
  const before = await read()

  for (const body of [
    { name: '' },
    { accentColor: 'red' },
    { accentColor: '#FFFFFF' },
    { theme: 'blue' },
    { locale: 'xx' },
    { retentionDays: 31 },
    { accessLock: true },
    { accessLock: { password: 'correct horse' } },
    { accessLock: { enabled: true, password: '7 chars' } },
    { accessLock: { enabled: true, password: 'x'.repeat(65) } },
  ]) {
    expect(await change({ name: 'Shop', ...body }), JSON.stringify(body)).toMatchError(400, 'BAD_REQUEST')
  }

  expect(await read()).toEqual(before)
})
