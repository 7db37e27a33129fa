import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { person } from '../support/people.ts'
import { plainMail, startWorld } from '../support/world.ts'

test('a deleted service takes no mail and lets nobody in: its keys are 401, its members and visitors find nothing', async () => {
  await using world = await startWorld()
  const { tenant, keys, clock } = world
  const { token } = await person(world, { role: 'owner' })
  const { fullAddress } = await world.address('code')
  await world.send(plainMail(), fullAddress)
  const path = `/v1/services/${tenant.serviceId}`
  const remove = (query: string) => world.call(`${path}${query}`, { method: 'DELETE', token })
  const info = `/v1/public/domain-info?host=${tenant.publicDomain.hostname}`
  const list = `/v1/inboxes/${fullAddress}/messages`
  const known = [
    await world.call(path, { token }),
    await world.call(list, { key: keys.read }),
    await world.call(info, { key: null }),
  ]
  expect(known.map(({ status }) => status)).toEqual([200, 200, 200])

  const unconfirmed = await remove('')
  const other = await remove('?confirm=Other')
  const deleted = await remove(`?confirm=${encodeURIComponent(String(known[0]?.body.data.name))}`)
  clock.advance(1_000)

  expect(unconfirmed).toMatchError(400, 'BAD_REQUEST', 'invalid_type')
  expect(other).toMatchError(422, 'UNPROCESSABLE_CONTENT', 'confirmation_mismatch')
  expect([deleted.status, deleted.text]).toEqual([204, ''])
  expect(await world.call(path, { token })).toMatchError(404, 'NOT_FOUND')
  expect(await remove('?confirm=Tests')).toMatchError(404, 'NOT_FOUND')
  expect((await world.call('/v1/me', { token })).body.data.services).toEqual([])
  expect(await world.call(list, { key: keys.read })).toMatchError(401, 'UNAUTHORIZED', 'invalid_api_key')
  expect(await world.call(info, { key: null })).toMatchError(404, 'NOT_FOUND')
  await expect(world.send(plainMail(), fullAddress)).rejects.toThrow('550 5.7.1')
})

test('after its deletion every list of a service is 404 at once, also to those whose roles are still remembered', async () => {
  await using world = await startWorld()
  const { token } = await person(world, { role: 'owner' })
  const path = `/v1/services/${world.tenant.serviceId}`
  const lists = ['domains', 'members', 'api-keys', 'webhooks', 'addresses', 'audit-log', 'usage', 'billing']
  const readAll = () => Promise.all(lists.map((name) => world.call(`${path}/${name}`, { token })))
  const name = String((await world.call(path, { token })).body.data.name)
  await world.address('code')
  const before = await readAll()

  const deleted = await world.call(`${path}?confirm=${encodeURIComponent(name)}`, { method: 'DELETE', token })
  const after = await readAll()
  const streamed = await world.call(`${path}/audit-log`, { token, headers: { Accept: 'application/x-ndjson' } })

  expect([...before.map(({ status }) => status), deleted.status]).toEqual([...lists.map(() => 200), 204])
  for (const answer of [...after, streamed]) expect(answer).toMatchError(404, 'NOT_FOUND')
})
