import { clearInbox, deleteAddress, sweepMessages } from '@inlet/core'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { sharedServer } from '../support/shared-server.ts'
import { storeMessages } from '../support/stored-messages.ts'
import { startWorld, type World } from '../support/world.ts'

const http = { settings: { INLET_ROLE: 'http' } }
const newWorld = sharedServer(http)
const storedCount = (world: World) => world.deps.db.collection('messages').countDocuments()

async function inboxWithMails(world: World, subjects: string[]) {
  const { id, fullAddress } = await world.address('code')
  await storeMessages(
    world,
    fullAddress,
    subjects.map((subject) => ({ subject, otpCode: '123456' })),
  )
  return { id, fullAddress, messages: (await world.inbox(fullAddress)).body.data }
}

test('a cleared inbox is empty for every reader at once, its messageCount is 0, and its lastMessageAt stays', async () => {
  const world = await newWorld()
  const { id, fullAddress, messages } = await inboxWithMails(world, ['a needle', 'b needle'])

  await clearInbox(world.deps, world.caller, id)

  for (const query of ['', '?q=needle', '?hasOtp=true', `?after=${'0'.repeat(26)}`]) {
    expect((await world.inbox(fullAddress, query)).body, query).toEqual({
      data: [],
      meta: { cursor: '', hasMore: false },
    })
  }
  for (const { id: messageId } of messages)
    expect(await world.call(`/v1/messages/${messageId}`)).toMatchError(404, 'NOT_FOUND')
  expect((await world.addresses()).body.data).toMatchObject([
    { id, messageCount: 0, lastMessageAt: messages[0].receivedAt },
  ])
})

test('mail that arrives after a clearing stays, and the sweep removes only what was there before', async () => {
  await using world = await startWorld(http)
  const { id, fullAddress } = await inboxWithMails(world, ['old', 'older'])
  await clearInbox(world.deps, world.caller, id)
  await storeMessages(world, fullAddress, [{ subject: 'new' }])
  expect(await storedCount(world)).toBe(3)

  expect(await sweepMessages(world.deps)).toBe(false)
  world.clock.advance(60_001)
  while (await sweepMessages(world.deps));

  expect(await storedCount(world)).toBe(1)
  expect((await world.inbox(fullAddress)).body.data).toMatchObject([{ subject: 'new' }])
  expect((await world.addresses()).body.data).toMatchObject([{ messageCount: 1 }])
})

test('an inbox may be cleared twice, or while it is empty', async () => {
  const world = await newWorld()
  const { id, fullAddress } = await world.address('code')
  await clearInbox(world.deps, world.caller, id)
  await storeMessages(world, fullAddress, [{ subject: 'first' }])

  expect((await world.inbox(fullAddress)).body.data).toHaveLength(1)
  await clearInbox(world.deps, world.caller, id)
  await clearInbox(world.deps, world.caller, id)

  expect((await world.inbox(fullAddress)).body.data).toEqual([])
})

test('a deleted address and its messages are gone for every reader at once, and the sweep removes them later', async () => {
  await using world = await startWorld(http)
  const { id, fullAddress, messages } = await inboxWithMails(world, ['a', 'b'])

  await deleteAddress(world.deps, world.caller, id)

  expect(await world.inbox(fullAddress)).toMatchError(404, 'NOT_FOUND')
  for (const { id: messageId } of messages)
    expect(await world.call(`/v1/messages/${messageId}`)).toMatchError(404, 'NOT_FOUND')
  expect((await world.addresses()).body.data).toEqual([])
  expect(await storedCount(world)).toBe(2)
  world.clock.advance(60_001)
  while (await sweepMessages(world.deps));
  expect(await storedCount(world)).toBe(0)
})

test('an address that is created under the name of a deleted one is another address, and empty', async () => {
  const world = await newWorld()
  const old = await inboxWithMails(world, ['secret'])
  await deleteAddress(world.deps, world.caller, old.id)

  const again = await world.address('code')

  expect(again.id).not.toBe(old.id)
  expect((await world.inbox(again.fullAddress)).body.data).toEqual([])
  expect(await world.call(`/v1/messages/${old.messages[0].id}`)).toMatchError(404, 'NOT_FOUND')
  expect((await world.addresses()).body.data).toMatchObject([{ messageCount: 0, lastMessageAt: null }])
})

test("another service's caller can neither clear nor delete, and an unknown id is NOT_FOUND", async () => {
  const world = await newWorld()
  const { id, fullAddress } = await inboxWithMails(world, ['a'])
  const stranger = { ...world.caller, serviceId: world.stranger.serviceId }

  await expect(clearInbox(world.deps, stranger, id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(deleteAddress(world.deps, stranger, id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(clearInbox(world.deps, world.caller, world.deps.newId())).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(deleteAddress(world.deps, world.caller, world.deps.newId())).rejects.toMatchObject({ code: 'NOT_FOUND' })

  expect((await world.inbox(fullAddress)).body.data).toHaveLength(1)
})
