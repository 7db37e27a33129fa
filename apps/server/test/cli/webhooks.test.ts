import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { example } from '@inlet/contract'
import { testWebhook } from '@inlet/core'
import { expect, test } from 'vitest'
import { runCli } from '../support/cli-process.ts'
import { fileServer } from '../support/shared-server.ts'
import { storeWebhook } from '../support/stored-webhook.ts'
import type { World } from '../support/world.ts'

const absentId = '01JD3Q9B4D6F8H0K2M4P6R8T0V'
const operator = { kind: 'operator', name: 'root', origin: { ip: null, requestId: 'cli' } } as const

/** A server that sends nothing, with one webhook. */
const newWorld = fileServer({ settings: { INLET_ROLE: 'http' } })

async function startWithWebhook() {
  const world = await newWorld()
  const { serviceId } = world.tenant
  const id = await storeWebhook(world.deps, { serviceId, url: 'https://hooks.example.com/token-in-the-path' })
  return { world, serviceId, id, cli: cliOn(world) }
}

const cliOn =
  ({ databaseUri }: World) =>
  (...args: string[]) =>
    runCli(args, { MONGODB_URI: databaseUri })

test('webhooks are listed by their host, shown whole and without a secret, and switched with an audit entry', async () => {
  const { world, serviceId, id, cli } = await startWithWebhook()

  const listed = await cli('webhook', 'list', '--service', serviceId)
  const shown = await cli('webhook', 'show', '--id', id)
  const disabled = await cli('webhook', 'disable', '--id', id, '--json')
  const enabled = await cli('webhook', 'enable', '--id', id, '--json')
  const absent = await cli('webhook', 'show', '--id', absentId, '--json')
  const ofNoService = await cli('webhook', 'list', '--service', absentId, '--json')

  expect(listed.stdout).toMatch(/hooks\.example\.com +enabled +address\.created message\.received message\.deleted/)
  expect(listed.stdout).not.toContain('token-in-the-path')
  expect(shown.stdout).toMatch(/url +https:\/\/hooks\.example\.com\/token-in-the-path/)
  expect(JSON.stringify([listed, shown, disabled, enabled])).not.toContain('whsec_')
  expect(disabled.json).toMatchObject({ data: { id, state: 'disabled', disabledReason: 'operator' } })
  expect(enabled.json).toMatchObject({ data: { id, state: 'enabled', disabledReason: null } })
  expect([absent.code, ofNoService.code]).toEqual([1, 1])
  const log = await world.deps.db.collection('auditLog').find({ 'target.id': id }).sort({ _id: 1 }).toArray()
  expect(log.map(({ note, actor }) => [note, actor.kind])).toEqual([
    ['disabled', 'operator'],
    ['enabled', 'operator'],
  ])
})

test('deliveries are listed by state and event, and one is sent again', async () => {
  const { world, id, cli } = await startWithWebhook()
  const { id: delivery } = await testWebhook(world.deps, operator, { id, event: 'message.received' })
  const deliveries = world.deps.db.collection<{ _id: string; state: string }>('deliveries')
  await deliveries.updateOne({ _id: delivery }, { $set: { state: 'failed', attemptCount: 8, lastStatus: 503 } })
  const list = (...rest: string[]) => cli('webhook', 'deliveries', '--id', id, ...rest)

  const failed = await list('--state', 'failed', '--event', 'message.received')
  const others = await list('--state', 'succeeded')
  const unknown = await list('--state', 'broken')
  const again = await cli('webhook', 'redeliver', '--id', delivery, '--json')
  const absent = await cli('webhook', 'redeliver', '--id', absentId, '--json')

  expect(failed.stdout).toMatch(new RegExp(`${delivery} +message\\.received +failed +8 +503 `))
  expect(others).toMatchObject({ code: 0, stdout: 'No such delivery.\n' })
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('--state') })
  expect(again.json).toMatchObject({ data: { id: delivery, state: 'pending', completedAt: null } })
  expect(absent).toMatchObject({ code: 1, json: { error: { code: 'NOT_FOUND' } } })
})

test('a logo is read from a file and removed again; a file that is none, is too large or absent is refused', async () => {
  const world = await newWorld()
  const folder = await mkdtemp(join(tmpdir(), 'inlet-logo-'))
  const file = async (name: string, bytes: Uint8Array) => {
    await writeFile(join(folder, name), bytes)
    return join(folder, name)
  }
  const change = (...rest: string[]) =>
    cliOn(world)('service', 'change', '--id', world.tenant.serviceId, '--json', ...rest)
  const image = Buffer.from(example.logo.slice(example.logo.indexOf(',') + 1), 'base64')

  const set = await change('--logo', await file('logo.png', image))
  const notAnImage = await change(
    '--logo',
    await file('logo.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
  )
  const large = await change('--logo', await file('large.png', Buffer.alloc(128_001)))
  const absent = await change('--logo', join(folder, 'absent.png'))
  const kept = await cliOn(world)('service', 'list', '--json')
  const removed = await change('--no-logo')
  await rm(folder, { recursive: true })

  expect(set.json.data.logoUrl).toMatch(/^\/v1\/public\/logos\//)
  expect(notAnImage).toMatchObject({ code: 1, json: { error: { details: [{ code: 'invalid_logo' }] } } })
  expect([large.code, absent.code]).toEqual([2, 2])
  expect(kept.stdout).toContain(set.json.data.logoUrl)
  expect(removed.json.data.logoUrl).toBeNull()
})
