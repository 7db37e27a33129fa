import { positionSigner } from '@inlet/core'
import { freshDatabase, waitFor } from '@inlet/testkit'
import { expect, test, vi } from 'vitest'
import { liveClient, type RawFeed, rawFeed } from '../support/live-client.ts'
import { person } from '../support/people.ts'
import { startLimitMs, startServerProcess } from '../support/server-process.ts'
import { sharedServer } from '../support/shared-server.ts'
import { plainMail, startWorld } from '../support/world.ts'

const newWorld = sharedServer()

vi.setConfig({ testTimeout: 2 * startLimitMs })

/** A position of this many seconds ago, as the change stream has it where nothing happened. */
function positionAgo(seconds: number): string {
  const at = Math.floor(Date.now() / 1000) - seconds
  return `82${at.toString(16).toUpperCase().padStart(8, '0')}000000012B0229296E04`
}

/** The id with which a feed begins that misses nothing; the feed is closed. */
async function idOfNewFeed(opened: RawFeed): Promise<string> {
  using feed = opened
  const [, id = ''] = await waitFor(() => /event: connected\n.*\nid: (\S+)\n/.exec(feed.text()))
  return id
}

const typesOf = (text: string) => [...text.matchAll(/"type":"([a-z.]+)"/g)].map(([, type]) => type)

test('a client whose process is killed goes on at another one, and receives everything once', async () => {
  await using database = freshDatabase()
  await using other = await startServerProcess(database.uri, { INLET_ROLE: 'http', INLET_DEMO: 'false' })
  // One issuer of tokens for both.
  const settings = { PUBLIC_URL: `http://127.0.0.1:${other.httpPort}` }
  await using world = await startWorld({ databaseUri: database.uri, settings })
  const { token } = await person(world, { role: 'viewer' })
  const { serviceId } = world.tenant
  const { fullAddress } = await world.address('code')
  let baseUrl = settings.PUBLIC_URL
  using live = liveClient({ baseUrl: () => baseUrl, serviceId, token: () => token })
  await waitFor(live.isConnected)

  await world.send(plainMail({ subject: 'Before' }), fullAddress)
  await waitFor(() => live.of('message.received').length === 1)
  await other.end('SIGKILL')
  await world.send(plainMail({ subject: 'Meanwhile' }), fullAddress)
  baseUrl = world.baseUrl
  await waitFor(() => live.of('message.received').length === 2)
  await world.send(plainMail({ subject: 'Afterwards' }), fullAddress)
  await waitFor(() => live.of('message.received').length === 3)

  const [first, ...later] = live.received
  expect(live.received.map(({ data }) => data)).toMatchObject(
    ['Before', 'Meanwhile', 'Afterwards'].map((subject) => ({ subject })),
  )
  expect(live.errors).toEqual([])

  // The ids are the same at every process.
  using again = await rawFeed(world.baseUrl, { serviceId, token, lastEventId: first?.id ?? '' })
  await waitFor(() => typesOf(again.text()).length === later.length)
  expect(later.every(({ id }) => again.text().includes(`id: ${id}\n`))).toBe(true)
  expect(again.text()).not.toContain('Before')
})

test('a client of the last hour receives what it missed, any other one a `resync`, as after a cleared inbox', async () => {
  const world = await newWorld()
  const { token } = await person(world, { role: 'admin' })
  const { serviceId } = world.tenant
  const open = (lastEventId?: string, headers = {}) =>
    rawFeed(world.baseUrl, { serviceId, token, headers, ...(lastEventId === undefined ? {} : { lastEventId }) })
  const { sign } = await positionSigner(world.deps)
  const idAgo = (seconds: number) => sign(serviceId, positionAgo(seconds))
  const position = await idOfNewFeed(await open())
  const { fullAddress } = await world.address('code')
  await world.send(plainMail({ subject: 'Missed' }), fullAddress)

  using recent = await open(position)
  using old = await open(idAgo(3_700))
  using future = await open(idAgo(-600))
  using none = await open('no position')
  // Browsers name the newest position in the header.
  using byHeader = await open(position, { 'last-event-id': idAgo(3_700) })

  await waitFor(() => typesOf(recent.text()).length >= 2)
  expect(typesOf(recent.text())).toEqual(['address.created', 'message.received'])
  for (const feed of [old, future, none, byHeader]) {
    await waitFor(() => typesOf(feed.text()).length > 0)
    expect(typesOf(feed.text())).toEqual(['resync'])
  }

  await world.call(`/v1/inboxes/${fullAddress}/messages`, { method: 'DELETE', token })
  await waitFor(() => typesOf(recent.text()).length === 3)
  expect(typesOf(recent.text()).at(-1)).toBe('resync')
})

test('a position that no feed of the service gave out is a `resync`, and nothing of the time since is read', async () => {
  const world = await newWorld()
  const { tenant, stranger } = world
  const { token } = await person(world, { role: 'viewer' })
  const theirs = await person(world, { role: 'viewer', tenant: stranger })
  const open = (lastEventId: string) => rawFeed(world.baseUrl, { serviceId: tenant.serviceId, token, lastEventId })
  const foreign = await idOfNewFeed(
    await rawFeed(world.baseUrl, { serviceId: stranger.serviceId, token: theirs.token }),
  )
  const own = await idOfNewFeed(await rawFeed(world.baseUrl, { serviceId: tenant.serviceId, token }))
  const [position = '', mac = ''] = own.split('.')
  const { fullAddress } = await world.address('code')
  await world.send(plainMail({ subject: 'Missed' }), fullAddress)

  const forged = [position, `${positionAgo(10)}.${mac}`, positionAgo(3_000), foreign]

  for (const id of forged) {
    using feed = await open(id)
    await waitFor(() => typesOf(feed.text()).length > 0)
    expect(typesOf(feed.text()), id).toEqual(['resync'])
  }
  using genuine = await open(own)
  await waitFor(() => typesOf(genuine.text()).length >= 2)
  expect(typesOf(genuine.text())).toEqual(['address.created', 'message.received'])
})
