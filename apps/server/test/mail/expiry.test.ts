import { dayMs } from '@inlet/contract'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { storeMessages } from '../support/stored-messages.ts'
import { startWorld } from '../support/world.ts'

test('a message can be read until the last millisecond before its expiresAt, and by no reader from then on', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http' } })
  const stopped = new Date()
  const { deps } = world
  let now = stopped.getTime()
  deps.clock.now = () => new Date(now)
  const { fullAddress } = await world.address('code')
  await storeMessages(world, fullAddress, [{ subject: 'needle', otpCode: '123456' }])
  const [item] = (await world.inbox(fullAddress)).body.data
  const queries = ['', '?q=needle', '?hasOtp=true', `?after=${'0'.repeat(26)}`]
  const counts = async () =>
    (await world.addresses()).body.data.map(({ messageCount }: { messageCount: number }) => messageCount)

  now = Date.parse(item.expiresAt) - 1
  for (const query of queries) expect((await world.inbox(fullAddress, query)).body.data, query).toHaveLength(1)
  expect(await counts()).toEqual([1])
  expect((await world.call(`/v1/messages/${item.id}`)).status).toBe(200)

  now = Date.parse(item.expiresAt)
  for (const query of queries) expect((await world.inbox(fullAddress, query)).body.data, query).toEqual([])
  expect(await counts()).toEqual([0])
  expect(await world.call(`/v1/messages/${item.id}`)).toMatchError(404, 'NOT_FOUND')
})

test('an address does not expire: past its expiresAt it is listed and read as before', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http' } })
  const { fullAddress } = await world.address('code')

  world.clock.advance(3_651 * dayMs)

  expect((await world.addresses()).body.data).toMatchObject([{ fullAddress }])
  expect((await world.inbox(fullAddress)).status).toBe(200)
})
