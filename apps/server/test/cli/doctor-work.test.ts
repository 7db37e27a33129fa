import { connectDatabase, ensureCollections } from '@inlet/core'
import { idSource, systemClock } from '@inlet/runtime'
import { fakeDns, freshDatabase } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { runCli } from '../support/cli-process.ts'
import { storeWebhook } from '../support/stored-webhook.ts'

/** Documents with only the fields that the doctor reads, which no program could store. */
const asGiven = { bypassDocumentValidation: true }

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** A database that no worker has worked on, and what the doctor says of its jobs and webhooks. */
async function startUntouched() {
  const database = freshDatabase()
  const dns = await fakeDns({ 'NS .': { NS: ['a.root.example'] } })
  const db = await connectDatabase(database.uri)
  await ensureCollections(db)
  return {
    db,
    newId: idSource(systemClock).newId,
    async examine() {
      const settings = { MONGODB_URI: database.uri, DNS_SERVERS: dns.server }
      const { code, json } = await runCli(['doctor', '--json'], settings)
      const checks: { check: string; state: string; message: string; advice: string | null }[] = json.data.checks
      const of = (name: string) => checks.find(({ check }) => check === name)
      return { code, jobs: of('jobs'), webhooks: of('webhooks'), quotas: of('quotas') }
    },
    async [Symbol.asyncDispose]() {
      await db.client.close()
      await dns[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}

test('the doctor says which job fails, which is late, and that none has run', async () => {
  await using world = await startUntouched()
  const leases = world.db.collection<{ _id: string; until: Date; lastRunAt: Date; failuresInRow: number }>('leases')
  const untouched = await world.examine()
  const ran = { lastRunAt: minutesAgo(30), failuresInRow: 0, until: minutesAgo(-30) }
  await leases.insertMany(
    [
      { _id: 'sweep', ...ran, failuresInRow: 4 },
      { _id: 'recheck-domains', ...ran },
    ],
    asGiven,
  )
  const failing = await world.examine()
  await leases.updateOne({ _id: 'sweep' }, { $set: { failuresInRow: 0 } }, asGiven)
  await leases.updateOne({ _id: 'recheck-domains' }, { $set: { until: new Date('2026-01-31T08:00:00Z') } }, asGiven)
  const late = await world.examine()
  await leases.updateMany({}, { $set: { until: minutesAgo(-30) } }, asGiven)
  const well = await world.examine()

  expect(untouched).toMatchObject({ code: 0, jobs: { state: 'warn', message: 'none has run yet' } })
  expect(failing.jobs).toMatchObject({ state: 'warn', message: 'sweep has failed 4 times in a row' })
  expect(failing.jobs?.advice).toContain('"job failed"')
  expect(late.jobs?.message).toBe('recheck-domains is due since 2026-01-31 08:00 UTC')
  expect(late.jobs?.advice).toContain('INLET_ROLE')
  expect(well.jobs).toMatchObject({ state: 'ok', message: 'recheck-domains, sweep' })
})

test('the doctor counts webhooks that fail, and says since when deliveries wait that a worker would send', async () => {
  await using world = await startUntouched()
  const of = { serviceId: '01JD3Q4M1T6S9W2X5Z8A0C3E7G', url: 'https://hooks.example.com/token-in-the-path' }
  const id = await storeWebhook(world, of)
  const well = await world.examine()
  const failingId = await storeWebhook(world, { ...of, failingSince: minutesAgo(61) })
  await storeWebhook(world, { ...of, failingSince: minutesAgo(59) })
  await storeWebhook(world, { ...of, state: 'disabled', disabledReason: 'gone' })
  await storeWebhook(world, { ...of, state: 'disabled', disabledReason: 'operator' })
  const deliveries = world.db.collection<{ _id: string; webhookId: string; state: string; dueAt: Date }>('deliveries')
  await deliveries.insertOne(
    { _id: world.newId(), webhookId: failingId, state: 'pending', dueAt: minutesAgo(60) },
    asGiven,
  )
  const failing = await world.examine()
  const dueAt = new Date('2026-01-31T08:00:00Z')
  await deliveries.insertOne({ _id: world.newId(), webhookId: id, state: 'pending', dueAt }, asGiven)
  const late = await world.examine()

  const none = '1 enabled, 0 failing for an hour or longer, 0 disabled by themselves'
  expect(well).toMatchObject({ code: 0, webhooks: { state: 'ok', message: none } })
  const some = '3 enabled, 1 failing for an hour or longer, 1 disabled by themselves'
  expect(failing.webhooks).toMatchObject({ state: 'warn', message: some })
  expect(late.webhooks).toMatchObject({ state: 'warn', message: 'deliveries are due since 2026-01-31 08:00 UTC' })
  expect(JSON.stringify([well, failing, late])).not.toContain('token-in-the-path')
})

test('the doctor says since when events wait that no worker has dispatched', async () => {
  await using world = await startUntouched()
  const events = world.db.collection<{ _id: string; serviceId: string; isPending: true }>('events')
  const serviceId = world.newId()
  const storeEvent = async (at: Date) => {
    const _id = idSource({ now: () => at }).newId()
    await events.insertOne({ _id, serviceId, isPending: true }, asGiven)
    return _id
  }
  const _id = await storeEvent(minutesAgo(4))
  const young = await world.examine()
  await events.deleteOne({ _id })
  await storeEvent(new Date('2026-01-31T08:00:00Z'))
  const old = await world.examine()

  expect(young.webhooks).toMatchObject({ state: 'ok' })
  expect(old.webhooks).toMatchObject({ state: 'warn', message: 'events wait since 2026-01-31 08:00 UTC' })
  expect(old.webhooks?.advice).toContain('start another worker')
})

test('the doctor names services that have had their deliveries of this minute while their events wait, and no other', async () => {
  await using world = await startUntouched()
  const { db, newId } = world
  const events = db.collection<{ _id: string; serviceId: string; isPending: true }>('events')
  const windows = db.collection<{ _id: string; startedAt: Date; count: number }>('rateWindows')
  /** A service that has had this many deliveries in a minute that begins now. */
  const storeService = async (count: number, { isPending }: { isPending: boolean }) => {
    const serviceId = newId()
    await windows.insertOne({ _id: `deliveries:${serviceId}`, startedAt: new Date(), count }, asGiven)
    if (isPending) await events.insertOne({ _id: newId(), serviceId, isPending }, asGiven)
    return serviceId
  }
  const bystander = await storeService(5_399, { isPending: true })
  const idle = await storeService(5_400, { isPending: false })
  const well = await world.examine()
  const held = await storeService(5_400, { isPending: true })
  const one = await world.examine()

  expect(well).toMatchObject({ code: 0, webhooks: { state: 'ok' } })
  expect(one).toMatchObject({ code: 0, webhooks: { state: 'warn' } })
  expect(one.webhooks?.message).toContain(`events wait for the next minute: 1 (${held})`)
  expect(one.webhooks?.advice).toContain('nine tenths of 6000 deliveries in this one')
  for (const other of [bystander, idle]) expect(JSON.stringify(one)).not.toContain(other)
})

test('without the index of what is due the doctor says so, and reads no delivery', async () => {
  await using world = await startUntouched()
  await world.db.collection('deliveries').dropIndexes()

  const { code, webhooks } = await world.examine()

  expect([code, webhooks?.state, webhooks?.message]).toEqual([0, 'warn', 'what is due cannot be looked up'])
})

test('the doctor counts services that have used up their messages, and names some of them by their ids alone', async () => {
  await using world = await startUntouched()
  const day = new Date().toISOString().slice(0, 10)
  const services = world.db.collection<{ _id: string; name: string; plan: string }>('services')
  const usageDaily = world.db.collection<{ _id: string; serviceId: string; day: string; messagesReceived: number }>(
    'usageDaily',
  )
  const add = async (plan: string, messagesReceived: number) => {
    const id = world.newId()
    await services.insertOne({ _id: id, name: 'Secret Project', plan }, asGiven)
    await usageDaily.insertOne({ _id: `${id}/${day}`, serviceId: id, day, messagesReceived })
    return id
  }
  await add('unlimited', 5_000_000)
  const unlimited = await world.examine()
  await add('free', 799)
  await add('free', 800)
  const near = await world.examine()
  const ids = [await add('free', 1_000), await add('pro', 50_000), await add('free', 1_001)]
  const full = await world.examine()
  await add('free', 4_000)
  const more = await world.examine()

  expect(unlimited).toMatchObject({ code: 0, quotas: { state: 'ok', message: 'no plan in use limits messages' } })
  const of = (total: number, all: number) =>
    `services with a limit of messages: ${total}, of which 1 have used 80 % and ${all} all`
  expect(near.quotas).toMatchObject({ state: 'ok', message: of(2, 0) })
  expect(full).toMatchObject({ code: 0, quotas: { state: 'warn' } })
  expect(full.quotas?.message).toMatch(new RegExp(`^${of(5, 3)} \\((${ids.join('|')}), .{26}, .{26}\\)$`))
  expect(full.quotas?.advice).toContain('452')
  expect(more.quotas?.message).toMatch(/ and 4 all \(.* and others\)$/)
  expect(JSON.stringify([near, full, more])).not.toContain('Secret Project')
})
