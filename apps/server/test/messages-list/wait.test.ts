import { deleteAddress } from '@inlet/core'
import { waitFor } from '@inlet/testkit'
import { expect, test, vi } from 'vitest'
import '../support/match-error.ts'
import { openChangeStreams } from '../support/open-change-streams.ts'
import { sharedServer } from '../support/shared-server.ts'
import { storeMessages } from '../support/stored-messages.ts'
import { plainMail, startWorld } from '../support/world.ts'

const newWorld = sharedServer()
const code = plainMail({ subject: 'Your code', text: 'Your verification code is 482913' })

test('a message that exists already is answered at once', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  await world.send(plainMail(), fullAddress)

  const durationsMs: number[] = []
  for (let call = 0; call < 4; call += 1) {
    const beganAt = performance.now()
    const answer = await world.inbox(fullAddress, '?waitSeconds=60')
    durationsMs.push(performance.now() - beganAt)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ data: [{ subject: 'Hello' }], meta: { hasMore: false } })
  }
  // Not the second for which a change stream that has nothing to report is silent; the quickest, since the machine may be busy.
  expect(Math.min(...durationsMs)).toBeLessThan(500)
})

test('a long poll is answered when mail arrives, and the change stream is closed after the last one', async () => {
  await using world = await startWorld()
  const { fullAddress } = await world.address('code')

  const held = Promise.all([world.inbox(fullAddress, '?waitSeconds=60'), world.inbox(fullAddress, '?waitSeconds=60')])
  await waitFor(() => openChangeStreams(world))
  await world.send(plainMail({ subject: 'Awaited' }), fullAddress)

  for (const answer of await held) {
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject([{ subject: 'Awaited', isRead: false }])
  }
  await waitFor(async () => (await openChangeStreams(world)) === 0)
})

test('when the time is over the answer is 200 with an empty list', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')

  const answer = await world.inbox(fullAddress, '?waitSeconds=1')

  expect(answer).toMatchObject({ status: 200, body: { data: [], meta: { cursor: '', hasMore: false } } })
})

test('a long poll searches the whole inbox, also where that takes longer than one search may', async () => {
  await using world = await startWorld()
  const { fullAddress } = await world.address('code')
  const others = Array.from({ length: 300 }, () => ({ subject: 'hay' }))
  await storeMessages(world, fullAddress, [{ subject: 'needle' }, ...others])
  // Each reading of the clock is later than the budget of a look, so that it ends after its first slice.
  const { now } = world.clock
  let aheadMs = 0
  vi.spyOn(world.clock, 'now').mockImplementation(() => {
    aheadMs += 3_000
    return new Date(now().getTime() + aheadMs)
  })

  const answer = await world.inbox(fullAddress, '?subject=needle&waitSeconds=60')

  expect(answer.body).toMatchObject({ data: [{ subject: 'needle' }], meta: { hasMore: false } })
})

test('waitSeconds=0 does not wait', async () => {
  await using world = await startWorld({ settings: { HELD_CALLS_PER_KEY: '1' } })
  const { fullAddress } = await world.address('code')
  const other = await world.address('other')
  const held = world.inbox(fullAddress, '?waitSeconds=60')
  await waitFor(() => openChangeStreams(world))

  const answer = await world.inbox(other.fullAddress, '?waitSeconds=0')

  expect(answer).toMatchObject({ status: 200, body: { data: [] } })
  await world.send(plainMail(), fullAddress)
  await held
})

test('mail that does not match hasOtp, q or after does not answer a long poll', async () => {
  await using world = await startWorld()
  const { fullAddress } = await world.address('code')
  await world.send(plainMail({ subject: 'Old' }), fullAddress)
  const [old] = await world.messagesOf(fullAddress)

  const held = Promise.all([
    world.inbox(fullAddress, '?waitSeconds=60&hasOtp=true'),
    world.inbox(fullAddress, '?waitSeconds=60&q=verification'),
    world.inbox(fullAddress, `?waitSeconds=60&after=${old?.id}`),
  ])
  await waitFor(() => openChangeStreams(world))
  await world.send(plainMail({ subject: 'Newsletter' }), fullAddress)
  await world.send(code, fullAddress)

  const [withCode, found, after] = await held
  expect(withCode?.body.data).toMatchObject([{ otpCode: '482913' }])
  expect(found?.body.data).toMatchObject([{ subject: 'Your code' }])
  expect(after?.body.data.map(({ subject }: { subject: string }) => subject)).toContain('Newsletter')
  expect(after?.body.data.map(({ subject }: { subject: string }) => subject)).not.toContain('Old')
})

test('mail for another inbox does not answer a long poll', async () => {
  await using world = await startWorld()
  const { fullAddress } = await world.address('code')
  const other = await world.address('other')

  const held = world.inbox(fullAddress, '?waitSeconds=60')
  await waitFor(() => openChangeStreams(world))
  await world.send(plainMail(), other.fullAddress)
  await world.send(plainMail({ subject: 'Own' }), fullAddress)

  expect((await held).body.data).toMatchObject([{ subject: 'Own' }])
})

test('after selects messages received after that one, which may be deleted', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  for (const subject of ['first', 'second', 'third']) await world.send(plainMail({ subject }), fullAddress)
  const [third, second, first] = await world.messagesOf(fullAddress)

  await world.deps.db.collection<{ _id: string }>('messages').deleteOne({ _id: first?.id ?? '' })

  expect((await world.inbox(fullAddress, `?after=${first?.id}`)).body.data.map(({ id }: { id: string }) => id)).toEqual(
    [third?.id, second?.id],
  )
  expect((await world.inbox(fullAddress, `?after=${third?.id}`)).body).toEqual({
    data: [],
    meta: { cursor: '', hasMore: false },
  })
  expect((await world.inbox(fullAddress, `?after=${third?.id}&limit=1`)).body.data).toEqual([])
})

test('an absent address is 404 at once, and one that is deleted meanwhile is 404 when the call ends', async () => {
  await using world = await startWorld()
  const { id, fullAddress } = await world.address('code')

  expect(await world.inbox(`absent@${world.tenant.domain.hostname}`, '?waitSeconds=60')).toMatchError(404, 'NOT_FOUND')

  const held = world.inbox(fullAddress, '?waitSeconds=5')
  await waitFor(() => openChangeStreams(world))
  await deleteAddress(world.deps, world.caller, id)
  expect(await held).toMatchError(404, 'NOT_FOUND')
})
