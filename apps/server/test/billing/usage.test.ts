import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { person } from '../support/people.ts'
import { plainMail, startWorld, type World } from '../support/world.ts'

/** Today's row, as a member reads it. */
async function today(world: World, token: string) {
  const { body } = await world.call(`/v1/services/${world.tenant.serviceId}/usage`, { token })
  return body.data.at(-1)
}

test('mails, addresses and calls with a key are counted on their day, and refused credentials and limits are not', async () => {
  await using world = await startWorld({ settings: { API_KEY_REQUESTS_PER_MINUTE: '3' } })
  const { token } = await person(world, { role: 'viewer' })
  const key = await world.apiKey({ scope: 'read' })
  const testKey = await world.apiKey({ scope: 'write', isLive: false })

  const raw = plainMail({ id: 'one', text: 'Your verification code is 482913.' })
  await world.send(raw, `first@${world.tenant.publicDomain.hostname}`)
  await world.send(raw, `first@${world.tenant.publicDomain.hostname}`)
  const statuses: number[] = []
  // A list, two that are refused for what they ask, and one over the limit.
  for (const query of ['', '?limit=0', '?unknown=1', '']) statuses.push((await world.addresses(query, { key })).status)
  await world.addresses('', { key: 'inlet_live_x' })
  await world.create({ localPart: 'tested' }, { key: testKey })

  // Over a window's end the last call is served, and counted.
  const served = statuses.filter((status) => status !== 429).length
  const storedDay = () => world.deps.db.collection('usageDaily').findOne({ serviceId: world.tenant.serviceId })
  // What is added up is written in two steps, each of which may come later.
  await waitFor(async () => {
    const { messagesReceived, apiRequests, test } = Object(await storedDay())
    return messagesReceived === 1 && apiRequests === served && test?.apiRequests === 1
  })
  const row = await today(world, token)
  const counted = { messagesReceived: 1, messagesWithCode: 1, apiRequests: served, addressesCreated: 1, deliveries: 0 }
  expect(row).toMatchObject(counted)
  expect(row.bytesReceived).toBeGreaterThan(100)
  expect(await storedDay()).toMatchObject({ test: { apiRequests: 1, addressesCreated: 1 } })
})

test('a process that stops has counted everything, and nobody looks for more', async () => {
  await using world = await startWorld()
  const count = 20
  const to = `all@${world.tenant.publicDomain.hostname}`
  await Promise.all(Array.from({ length: count }, (_, index) => world.send(plainMail({ id: `mail-${index}` }), to)))
  const { databaseUri } = world

  await world.stop()

  await using other = await startWorld({ databaseUri, settings: { INLET_ROLE: 'http' } })
  const { db } = other.deps
  const [day] = await db.collection('usageDaily').find({ serviceId: world.tenant.serviceId }).toArray()
  expect(day).toMatchObject({ messagesReceived: count })
  expect(await db.collection('usageReceivers').countDocuments()).toBe(0)
})
