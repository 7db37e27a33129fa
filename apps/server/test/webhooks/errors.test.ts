import { connectDatabase } from '@inlet/core'
import { startThrowAwaySet, type ThrowAwaySet } from '@inlet/mongo'
import { idSource, systemClock } from '@inlet/runtime'
import { freshDatabase, type WebhookReceiver, waitFor, webhookReceiver } from '@inlet/testkit'
import { expect, inject, test, vi } from 'vitest'
import { startMailFlow } from '../database-errors/mail-flow.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { storeWebhook, webhookSecret } from '../support/stored-webhook.ts'
import { startWorld } from '../support/world.ts'

// A lease of 30 s has to end, or a primary to be elected, on a machine that runs other tests.
vi.setConfig({ testTimeout: 400_000 })

const everyMailLimitMs = 90_000

const subjectsOf = ({ calls }: WebhookReceiver) => new Set(calls.map(({ body }) => JSON.parse(body).data.subject))

/** Waits until each of these mails was reported; no event is made up, and each has one id in all its calls. */
async function everyMailIsReported(receiver: WebhookReceiver, subjects: ReadonlySet<string>): Promise<void> {
  await waitFor(() => subjects.isSubsetOf(subjectsOf(receiver)), everyMailLimitMs)

  expect(subjectsOf(receiver)).toEqual(subjects)
  expect(new Set(receiver.calls.map(({ id }) => id)).size).toBe(subjects.size)
  expect(receiver.calls.every(({ isVerified }) => isVerified)).toBe(true)
}

/** How many calls a server has logged. */
const callsOf = (server: ServerProcess) => server.linesFrom(30).filter((line) => line.includes('"webhook call"')).length

test('when the process that sends is killed under load, another one reports every mail that was answered 250', async () => {
  await using database = freshDatabase()
  await using receiver = await webhookReceiver([webhookSecret])
  const settings = { WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8' }
  await using first = await startServerProcess(database.uri, settings)
  await using second = await startServerProcess(database.uri, settings)
  const db = await connectDatabase(database.uri)
  const service = await db.collection<{ _id: string }>('services').findOne()
  const { newId } = idSource(systemClock)
  await storeWebhook({ db, newId }, { serviceId: service?._id ?? '', url: receiver.url, events: ['message.received'] })
  const held = Promise.withResolvers<void>()
  let heldCount = 0
  receiver.answerWith(() => {
    if (receiver.calls.length % 2 === 0) return { status: 200 }
    heldCount += 1
    return { status: 200, hold: held.promise }
  })

  const ports = [first.smtpPort, second.smtpPort]
  const mails = startMailFlow({ name: 'mail', ports, to: () => 'code@demo.localhost', connectionsPerServer: 3 })
  // More than one process may have on their way.
  await waitFor(() => heldCount > 8, everyMailLimitMs)
  const victim = callsOf(first) > callsOf(second) ? first : second
  await victim.end('SIGKILL')
  receiver.answerWith(() => ({ status: 200 }))
  held.resolve()
  await mails.finish()

  // What was on its way from the killed process comes again when its lease ends, under the same id.
  await waitFor(() => receiver.calls.length > mails.acknowledged.size, everyMailLimitMs)
  await everyMailIsReported(receiver, mails.acknowledged)
  const deliveries = db.collection('deliveries')
  await waitFor(async () => (await deliveries.countDocuments({ state: 'pending' })) === 0, everyMailLimitMs)
  expect(await deliveries.countDocuments({ state: 'succeeded' })).toBe(mails.acknowledged.size)
  await db.client.close()
})

const endings: { primary: string; end: (set: ThrowAwaySet) => Promise<unknown> | undefined }[] = [
  { primary: 'steps down', end: (set) => set.stepDown() },
  { primary: 'is killed', end: (set) => set.primary?.kill() },
]

test.each(endings)(
  'when the primary $primary under load, every mail that was answered 250 is reported',
  async ({ end }) => {
    await using set = await startThrowAwaySet({ binary: inject('mongodBinary') })
    await using receiver = await webhookReceiver([webhookSecret])
    await using world = await startWorld({ databaseUri: set.uri })
    const { fullAddress } = await world.address('code')
    const { serviceId } = world.tenant
    await storeWebhook(world.deps, { serviceId, url: receiver.url, events: ['message.received'] })
    const mails = startMailFlow({
      name: 'mail',
      ports: [world.smtpPort ?? 0],
      to: () => fullAddress,
      connectionsPerServer: 4,
    })
    await waitFor(() => mails.acknowledged.size >= 20, everyMailLimitMs)
    const { primary } = set

    await end(set)
    await waitFor(() => set.primary !== null && set.primary !== primary, everyMailLimitMs)
    const before = mails.acknowledged.size
    await waitFor(() => mails.acknowledged.size >= before + 20, everyMailLimitMs)
    await mails.finish()

    await everyMailIsReported(receiver, mails.acknowledged)
  },
)
