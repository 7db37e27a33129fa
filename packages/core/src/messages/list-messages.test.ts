import { expect, test } from 'vitest'
import { startCoreWorld } from '../../test/core-world.ts'
import { workOn } from '../../test/database-work.ts'
import { receiveMails } from '../../test/received-mail.ts'
import { createAddress } from '../addresses/create-address.ts'
import { listMessages } from './list-messages.ts'

const limit = 20
const stored = 200

/** An inbox of 200 mails with as many beside it in another. */
async function fullInbox() {
  const world = await startCoreWorld()
  const { deps, operator, serviceId, domain } = world
  const make = async (localPart: string) => {
    const { address } = await createAddress(deps, operator, { id: serviceId, domainId: domain.id, localPart })
    await receiveMails(deps, address.fullAddress, stored)
    return address.fullAddress
  }
  const address = await make('full')
  await make('beside')
  return {
    work: (query: { cursor?: string; q?: string }) =>
      workOn(deps, 'messages', () => listMessages(deps, operator, { address, limit, ...query })),
    page: () => listMessages(deps, operator, { address, limit: 100 }),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

test('a page looks at no more than its own rows and one more, at the beginning of an inbox and deep inside', async () => {
  await using inbox = await fullInbox()
  const { meta } = await inbox.page()

  const pages = [...(await inbox.work({})), ...(await inbox.work({ cursor: meta.cursor }))]

  expect(pages).toHaveLength(2)
  for (const { keysExamined, docsExamined } of pages) {
    expect(keysExamined).toBeLessThanOrEqual(limit + 1)
    expect(docsExamined).toBeLessThanOrEqual(limit + 1)
  }
})

test('a search looks at the documents of its own inbox only, each once', async () => {
  await using inbox = await fullInbox()

  const work = await inbox.work({ q: 'nowhere' })

  expect(work.map(({ docsExamined }) => docsExamined).reduce((sum, docs) => sum + docs, 0)).toBe(stored)
})
