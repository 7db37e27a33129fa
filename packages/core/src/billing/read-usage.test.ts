import { dayMs, hourMs } from '@inlet/contract'
import { monotonicFactory } from 'ulid'
import { expect, test } from 'vitest'
import { type CoreWorld, startCoreWorld } from '../../test/core-world.ts'
import { receivedMails } from '../../test/received-mails.ts'
import type { Deps } from '../deps.ts'
import { flushMessageCounts } from './count-messages.ts'
import { dayOf, readUsage } from './read-usage.ts'
import { flushTally, tally } from './usage-tally.ts'

/** A process whose ids of messages ascend, as a server's do. */
async function processOf(world: CoreWorld): Promise<Deps> {
  const ascending = monotonicFactory()
  return { ...(await world.secondProcess()), newMessageId: () => ascending(world.clock.now().getTime()) }
}

/** The last 24 hours, asked for with nothing but today. */
async function lastHours({ deps, operator, serviceId: id, clock }: CoreWorld) {
  const { days, last24Hours } = await readUsage(deps, operator, { id, from: dayOf(clock.now()) })
  expect(days).toHaveLength(1)
  return last24Hours
}

test('the last 24 hours are this hour and the 23 before it, whatever days are asked for, without test keys', async () => {
  await using world = await startCoreWorld()
  const { serviceId, clock } = world
  const deps = await processOf(world)
  await receivedMails(deps, ['with code', 'without'])
  await receivedMails(deps, ['without'], { isLive: false })
  await flushMessageCounts(deps)
  tally(deps, { serviceId, field: 'apiRequests', isLive: true, count: 3 })
  tally(deps, { serviceId, field: 'apiRequests', isLive: false })
  await flushTally(deps)

  clock.advance(23 * hourMs)
  await receivedMails(deps, ['without'])
  await flushMessageCounts(deps)
  const within = await lastHours(world)
  clock.advance(hourMs)

  expect(within).toMatchObject({ messagesReceived: 3, messagesWithCode: 1, apiRequests: 3, deliveries: 0 })
  expect(await lastHours(world)).toMatchObject({ messagesReceived: 1, messagesWithCode: 0, apiRequests: 0 })
})

test('a range that is over has no last 24 hours', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, serviceId: id, clock } = world
  const yesterday = dayOf(new Date(clock.now().getTime() - dayMs))

  expect(await readUsage(deps, operator, { id, to: yesterday })).toMatchObject({ last24Hours: null })
})

test.each(['a mail', 'a call'])(
  'a day that begins with %s leaves hours to itself and the day before',
  async (first) => {
    await using world = await startCoreWorld()
    const { serviceId, clock } = world
    const deps = await processOf(world)
    for (let day = 0; day < 3; day += 1) {
      if (first === 'a mail') await receivedMails(deps, ['without'])
      else tally(deps, { serviceId, field: 'apiRequests', isLive: true })
      await flushMessageCounts(deps)
      await flushTally(deps)
      clock.advance(dayMs)
    }

    const stored = await deps.db.collection('usageDaily').find().sort({ day: 1 }).toArray()

    expect(stored.map(({ hours }) => hours !== undefined)).toEqual([false, true, true])
  },
)

test('a range that begins before the year 0, whose dates cannot be written, is refused', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, serviceId: id } = world

  await expect(readUsage(deps, operator, { id, to: '0000-01-05' })).rejects.toMatchObject({
    facts: { details: [{ code: 'invalid_range' }] },
  })
  expect((await readUsage(deps, operator, { id, to: '0001-01-05' })).days[0]).toMatchObject({ date: '0000-12-07' })
})
