import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { runCli } from '../support/cli-process.ts'
import { person } from '../support/people.ts'
import { plainMail, startWorld } from '../support/world.ts'

const codeMail = plainMail({ id: 'one', subject: 'Your code', text: 'Your code is 482913.' })
/** Its source is stored apart, in chunks. */
const largeMail = plainMail({ subject: 'Large', text: 'x'.repeat(78).concat('\r\n').repeat(20_000) })

/** A service with an inbox of two mails, an empty one and a key, and a folder for its export. */
async function startFilled() {
  const world = await startWorld()
  const [inbox, empty] = [await world.address('inbox'), await world.address('empty')]
  await world.send(codeMail, inbox.fullAddress)
  await world.send(largeMail, inbox.fullAddress)
  // Usage is written a moment after the mail: an export that came between would have a record less than the next one.
  await waitFor(async () => {
    const day = await world.deps.db.collection('usageDaily').findOne({ serviceId: world.tenant.serviceId })
    return day?.messagesReceived === 2
  })
  const parent = await mkdtemp(join(tmpdir(), 'inlet-export-'))
  const folder = join(parent, 'export')
  const id = world.tenant.serviceId
  const read = (path: string) => readFile(join(folder, path), 'utf8')
  return {
    world,
    inbox,
    empty,
    folder,
    read,
    linesOf: async (path: string) =>
      (await read(path))
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
    run: (...more: string[]) =>
      runCli(['service', 'export', '--id', id, '--to', folder, ...more], { MONGODB_URI: world.databaseUri }),
    async [Symbol.asyncDispose]() {
      await rm(parent, { recursive: true, force: true })
      await world[Symbol.asyncDispose]()
    },
  }
}

test('an export has every record and every mail byte for byte, in files that only their owner can read, and prints no secret', async () => {
  await using filled = await startFilled()
  const { world, inbox, empty, folder, read, linesOf } = filled
  const { token } = await person(world, { role: 'viewer' })
  const listed = await world.call(`/v1/inboxes/${inbox.fullAddress}/messages`, { token })

  const exported = await filled.run('--json')

  expect(exported).toMatchObject({ code: 0, json: { data: { folder, addresses: 2, messages: 2 } } })
  expect(JSON.parse(await read('export.json'))).toMatchObject({
    format: 3,
    state: 'complete',
    counts: { domains: 2, 'api-keys': 3, addresses: 2, messages: 2 },
  })
  expect(JSON.parse(await read('service.json'))).toMatchObject({ id: world.tenant.serviceId, name: 'Tests' })
  expect((await linesOf('addresses.ndjson')).map(({ id }) => id).sort()).toEqual([inbox.id, empty.id].sort())
  expect((await linesOf('domains.ndjson')).map(({ hostname }) => hostname).sort()).toEqual(
    [world.tenant.domain.hostname, world.tenant.publicDomain.hostname].sort(),
  )
  expect(await linesOf('api-keys.ndjson')).toHaveLength(3)
  const messages = await linesOf(`mails/${inbox.id}/messages.ndjson`)
  const items = messages.map((message) => ({
    ...Object.fromEntries(Object.keys(listed.body.data[0]).map((field) => [field, message[field]])),
    ...{ addressId: inbox.id, createdAt: message.receivedAt },
  }))
  expect(items.toReversed()).toEqual(listed.body.data)
  const sources = await Promise.all(messages.map(({ id }) => read(`mails/${inbox.id}/${id}.eml`)))
  expect(sources.map((source) => source.slice(source.indexOf('From: ')))).toEqual([codeMail, largeMail])
  const raw = await world.call(`/v1/messages/${messages[1].id}/raw`, { token })
  expect(raw.text).toBe(sources[1])

  const [key] = await linesOf('api-keys.ndjson')
  expect(exported.stdout + exported.stderr).not.toContain(key.hash)
  const names = await readdir(folder, { recursive: true })
  expect(names.filter((name) => name.endsWith('.part'))).toEqual([])
  for (const name of ['', ...names]) {
    const found = await stat(join(folder, name))
    expect(found.mode & 0o777, name).toBe(found.isDirectory() ? 0o700 : 0o600)
  }
})

test('a folder that is not empty is refused, unless it has an unfinished export of the same service that is to be resumed', async () => {
  await using filled = await startFilled()
  const { inbox, folder, read } = filled
  await mkdir(folder, { mode: 0o755 })
  await chmod(folder, 0o755)
  await writeFile(join(folder, 'notes.txt'), 'mine')
  const used = await filled.run()
  await rm(join(folder, 'notes.txt'))
  const first = await filled.run()
  const again = await filled.run('--resume')
  // As a process leaves it that was killed while it wrote the inbox.
  const list = `mails/${inbox.id}/messages.ndjson`
  const whole = await read(list)
  const manifest = JSON.parse(await read('export.json'))
  const { exportedAt, counts, ...base } = manifest
  await writeFile(join(folder, 'export.json'), JSON.stringify({ ...base, state: 'unfinished' }))
  await writeFile(join(folder, `${list}.part`), whole.slice(0, 100))
  await rm(join(folder, list))
  const [, second] = whole.split('\n')
  const lost = `mails/${inbox.id}/${JSON.parse(second ?? '').id}.eml`
  const source = await read(lost)
  await rm(join(folder, lost))

  const unasked = await filled.run()
  const resumed = await filled.run('--resume')

  expect(used).toMatchObject({ code: 2, stderr: expect.stringContaining('is not empty') })
  expect([first.code, (await stat(folder)).mode & 0o777]).toEqual([0, 0o700])
  expect(again).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^--resume: the export .* is complete: there is nothing to go on with$/m),
  })
  expect(unasked).toMatchObject({ code: 2, stderr: expect.stringContaining('--resume') })
  expect(resumed.code, resumed.stderr).toBe(0)
  expect(await read(list)).toBe(whole)
  expect(await read(lost)).toBe(source)
  // The same export, whose counts have what was written before it was cut off.
  expect(JSON.parse(await read('export.json'))).toEqual({ ...manifest, exportedAt: expect.any(String) })
})

test('a service that does not exist is not exported, and no folder is made', async () => {
  await using filled = await startFilled()
  const { world, folder } = filled

  const absent = await runCli(['service', 'export', '--id', '01JD3Q7Z5V8XK2M4N6P8R0T2W4', '--to', folder], {
    MONGODB_URI: world.databaseUri,
  })

  expect(absent).toMatchObject({ code: 1, stdout: '', stderr: 'No such service\n' })
  await expect(stat(folder)).rejects.toThrow('ENOENT')
})
