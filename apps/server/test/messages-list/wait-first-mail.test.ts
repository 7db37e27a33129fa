import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { openChangeStreams } from '../support/open-change-streams.ts'
import { person } from '../support/people.ts'
import { sharedServer } from '../support/shared-server.ts'
import { plainMail, startWorld } from '../support/world.ts'

const newWorld = sharedServer({ settings: { INLET_ROLE: 'http' } })

test('on a public domain a long poll waits for the mail that creates its address', async () => {
  await using world = await startWorld()
  const fullAddress = `new@${world.tenant.publicDomain.hostname}`

  const held = world.inbox(fullAddress, '?waitSeconds=60&subject=awaited')
  await waitFor(() => openChangeStreams(world))
  await world.send(plainMail({ subject: 'Something else' }), fullAddress)
  await world.send(plainMail({ subject: 'Awaited' }), `new+detail@${world.tenant.publicDomain.hostname}`)

  expect((await held).body.data).toMatchObject([{ subject: 'Awaited' }])
})

test('a first mail that another process receives answers the long poll too', async () => {
  await using one = await startWorld()
  await using other = await startWorld({ databaseUri: one.databaseUri, settings: { INLET_ROLE: 'http' } })
  const fullAddress = `new@${one.tenant.publicDomain.hostname}`

  const held = other.inbox(fullAddress, '?waitSeconds=60', { key: one.keys.read })
  await waitFor(() => openChangeStreams(other))
  await one.send(plainMail({ subject: 'From next door' }), fullAddress)

  expect((await held).body.data).toMatchObject([{ subject: 'From next door' }])
})

test('when no mail arrives in time, the list is empty, and no address was created', async () => {
  const world = await newWorld()
  const fullAddress = `new@${world.tenant.publicDomain.hostname}`

  for (const seconds of [0, 1]) {
    const answer = await world.inbox(fullAddress, `?waitSeconds=${seconds}`)
    expect(answer).toMatchObject({ status: 200, body: { data: [], meta: { cursor: '', hasMore: false } } })
  }
  expect(await world.inbox(fullAddress)).toMatchError(404, 'NOT_FOUND')
})

test('postmaster can be waited for at every domain that receives', async () => {
  await using world = await startWorld()
  const fullAddress = `postmaster@${world.tenant.domain.hostname}`
  expect(await world.inbox(fullAddress)).toMatchError(404, 'NOT_FOUND')

  const held = world.inbox(fullAddress, '?waitSeconds=60')
  await waitFor(() => openChangeStreams(world))
  await world.send(plainMail({ subject: 'To whom it may concern' }), fullAddress)

  expect((await held).body.data).toMatchObject([{ subject: 'To whom it may concern' }])
})

test('a long poll for an address that no mail can create is 404 at once', async () => {
  const world = await newWorld()
  const { domain, publicDomain } = world.tenant
  const { token } = await person(world, { role: 'viewer' })
  await world.deps.db
    .collection('domains')
    .updateOne({ hostname: publicDomain.hostname }, { $set: { state: 'pending' } })

  expect(await world.inbox(`new@${domain.hostname}`, '?waitSeconds=60')).toMatchError(404, 'NOT_FOUND')
  for (const host of [publicDomain.hostname, 'nowhere.example']) {
    expect(await world.inbox(`new@${host}`, '?waitSeconds=60', { token }), host).toMatchError(404, 'NOT_FOUND')
  }
})

test('a caller without access does not wait: a key of another service is 403, a user who is no member 404', async () => {
  const world = await newWorld()
  const foreign = `new@${world.stranger.publicDomain.hostname}`
  const { token } = await person(world, { role: 'owner' })

  expect(await world.inbox(foreign, '?waitSeconds=60')).toMatchError(403, 'FORBIDDEN', 'wrong_service')
  expect(await world.inbox(foreign, '?waitSeconds=60', { token })).toMatchError(404, 'NOT_FOUND')
  expect(await world.inbox(`a b@${world.tenant.publicDomain.hostname}`, '?waitSeconds=60')).toMatchError(
    400,
    'BAD_REQUEST',
    'invalid_address',
  )
})

test('an address that is deleted while a call waits for it is waited for again, if its next mail can create it', async () => {
  await using world = await startWorld()
  const fullAddress = `new@${world.tenant.publicDomain.hostname}`
  await world.send(plainMail({ subject: 'First' }), fullAddress)
  const [first] = await world.messagesOf(fullAddress)

  const held = world.inbox(fullAddress, `?waitSeconds=60&after=${first?.id}`)
  await waitFor(() => openChangeStreams(world))
  await world.deps.db.collection('addresses').deleteOne({ fullAddress })
  world.elapse(1_000)
  await world.send(plainMail({ subject: 'Second' }), fullAddress)

  expect((await held).body.data).toMatchObject([{ subject: 'Second' }])
})
