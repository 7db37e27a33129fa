import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CoreWorld, startCoreWorld } from '../../test/core-world.ts'
import { workOn } from '../../test/database-work.ts'
import { receiveMails } from '../../test/received-mail.ts'
import { createAddress } from '../addresses/create-address.ts'
import { clearInbox } from './clear-inbox.ts'
import { deleteMessage } from './delete-messages.ts'
import { listAddresses } from './list-addresses.ts'
import { listMessages } from './list-messages.ts'

const minuteMs = 60_000

async function newInbox({ deps, operator, serviceId, domain }: CoreWorld, localPart: string) {
  const { address } = await createAddress(deps, operator, { id: serviceId, domainId: domain.id, localPart })
  return address
}

async function countsOf({ deps, operator, serviceId }: CoreWorld): Promise<Record<string, number>> {
  const { data } = await listAddresses(deps, operator, { id: serviceId, limit: 100 })
  return Object.fromEntries(data.map(({ fullAddress, messageCount }) => [fullAddress, messageCount]))
}

async function listable({ deps, operator }: CoreWorld, fullAddress: string) {
  return (await listMessages(deps, operator, { address: fullAddress, limit: 100 })).data
}

test('after any sequence of changes the count is the number of messages that can be listed', async () => {
  await using world = await startCoreWorld()
  const inbox = fc.nat(1)
  const step = fc.oneof(
    fc.record({ kind: fc.constant('receive' as const), inbox, count: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ kind: fc.constant('delete' as const), inbox, place: fc.nat(5) }),
    fc.record({ kind: fc.constant('clear' as const), inbox }),
    fc.record({ kind: fc.constant('wait' as const), inbox, minutes: fc.constantFrom(0, 1, 3, 11, 1_440, 7 * 1_440) }),
  )
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      run += 1
      const inboxes = [await newInbox(world, `one${run}`), await newInbox(world, `other${run}`)] as const
      for (const each of steps) {
        const { id, fullAddress } = each.inbox === 0 ? inboxes[0] : inboxes[1]
        if (each.kind === 'wait') world.clock.advance(each.minutes * minuteMs)
        if (each.kind === 'receive') await receiveMails(world.deps, fullAddress, each.count)
        if (each.kind === 'clear') await clearInbox(world.deps, world.operator, id)
        if (each.kind === 'delete') {
          const found = await listable(world, fullAddress)
          const message = found[each.place % Math.max(1, found.length)]
          if (message) await deleteMessage(world.deps, world.operator, message.id)
        }

        const counts = await countsOf(world)

        for (const inboxOf of inboxes)
          expect(counts[inboxOf.fullAddress]).toBe((await listable(world, inboxOf.fullAddress)).length)
      }
    }),
    { numRuns: 15 },
  )
})

test('a deletion by another process is counted at once', async () => {
  await using world = await startCoreWorld()
  const other = await world.secondProcess()
  const { fullAddress } = await newInbox(world, 'code')
  await receiveMails(world.deps, fullAddress, 3)
  world.clock.advance(5 * minuteMs)
  expect(await countsOf(world)).toEqual({ [fullAddress]: 3 })
  const [message] = await listable(world, fullAddress)

  await deleteMessage(other, world.operator, message?.id ?? '')

  expect(await countsOf(world)).toEqual({ [fullAddress]: 2 })
})

test('messages that were counted before are not counted again, and no count reads a document', async () => {
  await using world = await startCoreWorld()
  const full = await newInbox(world, 'full')
  const cleared = await newInbox(world, 'cleared')
  await receiveMails(world.deps, cleared.fullAddress, 20)
  await clearInbox(world.deps, world.operator, cleared.id)
  await receiveMails(world.deps, full.fullAddress, 500)
  world.clock.advance(5 * minuteMs)

  const first = await workOn(world.deps, 'messages', () => countsOf(world))
  await receiveMails(world.deps, full.fullAddress, 2)
  const second = await workOn(world.deps, 'messages', () => countsOf(world))

  expect(await countsOf(world)).toEqual({ [full.fullAddress]: 502, [cleared.fullAddress]: 0 })
  expect(first).toEqual([{ keysExamined: expect.closeTo(503, -1), docsExamined: 0 }])
  expect(second).toEqual([{ keysExamined: expect.closeTo(4, -1), docsExamined: 0 }])
})
