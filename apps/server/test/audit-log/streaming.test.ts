import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { waitFor } from '@inlet/testkit'
import { Collection } from 'mongodb'
import { expect, test, vi } from 'vitest'
import { person } from '../support/people.ts'
import { startWorld } from '../support/world.ts'
import { storeEntries } from './store-entries.ts'

const pages = 150
/** More than the kernel takes in for a client that reads nothing. */
const noteChars = 2_000

async function startStream(settings: Record<string, string> = {}) {
  const world = await startWorld({ settings: { INLET_ROLE: 'http', ...settings } })
  const { token } = await person(world, { role: 'admin' })
  await storeEntries(world, pages * 100, noteChars)
  let pagesRead = 0
  let failsAt = Number.POSITIVE_INFINITY
  const { aggregate } = Collection.prototype
  vi.spyOn(Collection.prototype, 'aggregate').mockImplementation(function (this: Collection, ...args) {
    if (this.collectionName === 'auditLog') pagesRead += 1
    if (pagesRead === failsAt) throw new TypeError('an error of ours')
    return aggregate.apply(this, args)
  })
  const open = async (ofToken = token): Promise<IncomingMessage> => {
    const request = get(`${world.baseUrl}/v1/services/${world.tenant.serviceId}/audit-log`, {
      agent: false,
      headers: { accept: 'application/x-ndjson', authorization: `Bearer ${ofToken}` },
    })
    request.on('error', () => {})
    const [response] = await once(request, 'response')
    return response
  }
  /** Waits until requests are served and no page is read meanwhile. */
  const stalled = () =>
    waitFor(async () => {
      const before = pagesRead
      for (let n = 0; n < 20; n += 1) await world.call('/readyz', { key: null })
      return pagesRead === before
    })
  return {
    world,
    open,
    stalled,
    pagesRead: () => pagesRead,
    failAt: (page: number) => {
      failsAt = page
    },
  }
}

/** Reads a response to its end. @returns whether it came whole */
async function readWhole(response: IncomingMessage): Promise<boolean> {
  try {
    for await (const _ of response);
    return response.complete
  } catch {
    return false
  }
}

const auditLines = (lines: string[]) => lines.filter((line) => line.includes('/audit-log'))

test('a client that stops reading stops the reading from the database, and goes on where it was; hanging up ends it, and so does a shutdown', async () => {
  const { world, open, stalled, pagesRead } = await startStream()
  await using _ = world

  const reader = await open()
  await stalled()
  expect(pagesRead()).toBeLessThan(pages)
  expect(await readWhole(reader)).toBe(true)

  const leaver = await open()
  await stalled()
  leaver.destroy()
  const line = await waitFor(() => auditLines(world.lines)[1])
  const readThen = pagesRead()
  await stalled()

  expect(JSON.parse(line)).toMatchObject({ status: 200, hasHungUp: true })
  expect(pagesRead()).toBeLessThanOrEqual(readThen + 1)

  const last = await open()
  await stalled()
  await world.stop()
  expect(await readWhole(last)).toBe(false)
  expect(world.lines.filter((each) => each.includes('ended early'))).toEqual([])
})

test('a client that reads nothing is cut off, without the last chunk', async () => {
  const { world, open } = await startStream({ HTTP_ANSWER_SECONDS: '1' })
  await using _ = world

  const slow = await open()
  await waitFor(() => auditLines(world.lines)[0], 60_000)
  expect(await readWhole(slow)).toBe(false)
})

test('an error in the middle ends the connection without the last chunk, and is in the log with the request', async () => {
  const { world, open, failAt } = await startStream()
  await using _ = world
  failAt(5)

  expect(await readWhole(await open())).toBe(false)

  const line = await waitFor(() => world.lines.find((each) => each.includes('response ended early')))
  expect(JSON.parse(line)).toMatchObject({ requestId: expect.stringMatching(/^[0-9A-Z]{26}$/) })
})

test('the export of a member who was removed ends within a minute, without the last chunk, and that of another one comes whole', async () => {
  const { world, open, stalled } = await startStream()
  await using _ = world
  const leaver = await person(world, { role: 'admin' })
  const removed = await open(leaver.token)
  const staying = await open()
  await stalled()

  const { deletedCount } = await world.deps.db.collection('members').deleteOne({ joinedEmail: leaver.email })
  world.clock.advance(59_000)

  expect(deletedCount).toBe(1)
  expect(await readWhole(removed)).toBe(false)
  expect(await readWhole(staying)).toBe(true)
  expect(world.lines.filter((each) => each.includes('ended early'))).toEqual([])
})
