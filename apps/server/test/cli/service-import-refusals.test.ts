import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createDomain, type Deps, deleteService, insertService } from '@inlet/core'
import { expect, test } from 'vitest'
import { openImportFolder } from '../../src/cli/transfer/import-folder.ts'
import { checkImport, runImport } from '../../src/cli/transfer/run-import.ts'
import { runCli } from '../support/cli-process.ts'
import { emptyInstallation, operator, sharedExport } from './exported-service.ts'

const exported = sharedExport()

/** Checks a folder. @returns what would be imported, or why nothing can be */
async function check(path: string, deps: Deps) {
  try {
    const folder = await openImportFolder(path)
    return (await checkImport({ deps, folder, onProgress() {} }))?.counts
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const onLine = (number: number, change: (line: string) => string) => (text: string) =>
  text
    .split('\n')
    .map((line, index) => (index === number - 1 ? change(line) : line))
    .join('\n')
const field = (name: string, value: unknown) => (line: string) => JSON.stringify({ ...JSON.parse(line), [name]: value })
const withoutLast = (text: string) => text.split('\n').slice(0, -2).concat('').join('\n')
const recordsOf = (text: string): { id: string; lastMessageAt?: string | null }[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
const future = '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'

test('a line that is damaged, cut, unknown, out of order or of the future is refused with its file and number, and nothing is written', async () => {
  await using target = await emptyInstallation()
  const { copy, inbox, messageIds } = exported()
  const list = `mails/${inbox.id}/messages.ndjson`
  const cases: [path: string, change: (text: string) => string, error: string | RegExp][] = [
    ['addresses.ndjson', onLine(2, () => '{"id":'), 'addresses.ndjson, line 2: the line is no JSON'],
    ['addresses.ndjson', (text) => text.slice(0, -3), 'addresses.ndjson, line 4: the line has no end: the file is cut'],
    ['addresses.ndjson', withoutLast, 'addresses.ndjson: has 3 records, expected 4 as in export.json'],
    ['addresses.ndjson', onLine(2, field('extra', 1)), /^addresses\.ndjson, line 2: .*extra/],
    ['addresses.ndjson', onLine(1, field('id', '../../etc')), 'addresses.ndjson, line 1: id: expected a ULID'],
    [
      'addresses.ndjson',
      onLine(1, field('fullAddress', 'x@bank.example')),
      /^addresses\.ndjson, line 1: fullAddress: /,
    ],
    [
      'addresses.ndjson',
      onLine(1, field('clearedBefore', future)),
      /line 1: the record has an id or a time of the future/,
    ],
    [
      'addresses.ndjson',
      onLine(1, field('passwordHash', `scrypt$1073741824$8$1$${'a'.repeat(22)}$${'a'.repeat(43)}`)),
      /line 1: passwordHash: /,
    ],
    [
      'addresses.ndjson',
      (text) => text.split('\n').slice(0, 4).toReversed().concat('').join('\n'),
      /line 2: expected a record that sorts/,
    ],
    [
      'domains.ndjson',
      onLine(1, field('hostname', 'Bank.Example')),
      'domains.ndjson, line 1: hostname: expected a host name, or *. and one',
    ],
    [
      'domains.ndjson',
      onLine(1, field('hostname', '*.co.uk')),
      'domains.ndjson, line 1: hostname: domains of many owners lie under this name',
    ],
    ['domains.ndjson', withoutLast, 'domains.ndjson: has 1 records, expected 2 as in export.json'],
    ['webhooks.ndjson', onLine(1, field('url', 'nowhere')), 'webhooks.ndjson, line 1: url: expected a URL'],
    ['members.ndjson', onLine(1, field('role', 'root')), /^members\.ndjson, line 1: role: /],
    [
      'api-keys.ndjson',
      onLine(2, field('hash', 'secret')),
      'api-keys.ndjson, line 2: hash: expected a SHA-256 in hexadecimal',
    ],
    ['audit-log.ndjson', onLine(1, field('at', '2999-01-01T00:00:00.000Z')), /^audit-log\.ndjson, line 1: .*future/],
    [
      list,
      onLine(2, field('expiresAt', '2999-01-01T00:00:00.000Z')),
      `${list}, line 2: expiresAt: expected at most 30 days`,
    ],
    [list, onLine(2, field('sizeBytes', 7)), /\.eml: the mail is cut or changed: it has \d+ bytes, expected 7$/],
    [list, onLine(1, field('sha256', 'secret')), `${list}, line 1: sha256: expected a SHA-256 in hexadecimal`],
    [
      `mails/${inbox.id}/${messageIds[0]}.eml`,
      (text) => text.replace('482913', '582913'),
      /\.eml: the mail is changed: it has another SHA-256 than its record says$/,
    ],
    [list, withoutLast, 'mails: has 2 records, expected 3 as in export.json'],
    [`mails/${inbox.id}/${messageIds[1]}.eml`, (text) => text.slice(0, -1), /\.eml: the mail is cut or changed/],
    ['service.json', field('retentionDays', 31), /^service\.json: retentionDays: /],
    ['service.json', field('id', inbox.id), /^service\.json: id: expected .*, as in export\.json$/],
    ['export.json', field('format', 1), /^export\.json: format: expected 3: the export is of another version$/],
    ['export.json', field('exportId', '..'), /^export\.json: exportId: /],
    ['export.json', () => '{"state": "unfinished", "', 'export.json: the file is no JSON'],
  ]

  for (const [path, change, error] of cases) {
    const problem = await check(await copy({ [path]: change }), target.deps)
    expect(problem, `${path} ${error}`).toEqual(typeof error === 'string' ? error : expect.stringMatching(error))
  }
  expect(await target.deps.db.collection('services').countDocuments()).toBe(0)
})

test('a file that is missing, a link, a folder in its place, and a folder that is no export are refused', async () => {
  await using target = await emptyInstallation()
  const { copy, folder, inbox, messageIds } = exported()
  const mail = `mails/${inbox.id}/${messageIds[0]}.eml`

  expect(await check(await copy({ [mail]: null }), target.deps)).toBe(`${mail}: the file is missing`)
  expect(await check(await copy({ 'usage.ndjson': null }), target.deps)).toBe('usage.ndjson: the file is missing')
  const linked = await copy({ [mail]: null })
  await symlink(join(folder, mail), join(linked, mail))
  expect(await check(linked, target.deps)).toBe(`${mail}: expected a file, and no link to one`)
  const inboxLinked = await copy()
  await rm(join(inboxLinked, 'mails', inbox.id), { recursive: true })
  await symlink(join(folder, 'mails', inbox.id), join(inboxLinked, 'mails', inbox.id))
  expect(await check(inboxLinked, target.deps)).toBe(`mails/${inbox.id}: expected a folder, and no link to one`)
  const replaced = await copy({ 'domains.ndjson': null })
  await mkdir(join(replaced, 'domains.ndjson'))
  expect(await check(replaced, target.deps)).toBe('domains.ndjson: expected a file')
  const binary = await copy()
  await writeFile(join(binary, 'members.ndjson'), Buffer.from([0xff, 0xfe, 0x0a]))
  expect(await check(binary, target.deps)).toBe('members.ndjson, line 1: the line is not UTF-8')
  const settings = { MONGODB_URI: target.databaseUri }
  const none = await runCli(['service', 'import', '--from', join(folder, 'mails')], settings)
  expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('is no export') })
  const unfinished = (text: string) => {
    const { exportedAt, counts, ...base } = JSON.parse(text)
    return JSON.stringify({ ...base, state: 'unfinished' })
  }
  const partly = await runCli(['service', 'import', '--from', await copy({ 'export.json': unfinished })], settings)
  expect(partly).toMatchObject({ code: 2, stderr: expect.stringContaining('is not complete') })
})

test('an id, a key or an address that another service has is a refusal that names file and line', async () => {
  await using target = await emptyInstallation()
  const { world, serviceId, inbox, messageIds, folder } = exported()
  const { db } = target.deps
  const other = await insertService(target.deps, { name: 'Other' })
  const copyOf = async (name: string, filter: object) => {
    const found = await world.deps.db.collection<{ _id: string }>(name).findOne(filter)
    if (!found) throw new Error('nothing found')
    return { ...found, serviceId: other._id }
  }
  const key = await copyOf('apiKeys', { serviceId })
  const cases: [name: string, document: { _id: string }, error: RegExp][] = [
    [
      'addresses',
      await copyOf('addresses', { _id: inbox.id }),
      /^addresses\.ndjson, line \d: another service .* has the id/,
    ],
    [
      'addresses',
      { ...(await copyOf('addresses', { _id: inbox.id })), _id: other._id },
      /^addresses\.ndjson, line \d: this installation has the address$/,
    ],
    [
      'messages',
      await copyOf('messages', { _id: messageIds[1] }),
      /messages\.ndjson, line 2: another service .* has the id/,
    ],
    ['apiKeys', { ...key, _id: other._id }, /^api-keys\.ndjson, line \d: this installation has the key already$/],
    [
      'domains',
      await copyOf('domains', { serviceId, publicInbox: false }),
      /^domains\.ndjson, line \d: another service .* has the id/,
    ],
  ]

  for (const [name, document, error] of cases) {
    const collection = db.collection<{ _id: string }>(name)
    await collection.insertOne(document)
    expect(await check(folder, target.deps), name).toMatch(error)
    await collection.deleteOne({ _id: document._id })
  }
  expect(await db.collection('services').countDocuments()).toBe(1)
})

test('two messages of different inboxes with the same id are a refusal that names the second one', async () => {
  await using target = await emptyInstallation()
  const { inbox, messageIds, folder } = exported()
  const addresses = await readFile(join(folder, 'addresses.ndjson'), 'utf8')
  const [other] = recordsOf(addresses)
    .filter(({ id, lastMessageAt }) => id > inbox.id && lastMessageAt !== null)
    .toReversed()
  const list = `mails/${other?.id}/messages.ndjson`
  const path = await exported().copy({ [list]: onLine(1, field('id', messageIds[0])) })
  const [record] = recordsOf(await readFile(join(folder, list), 'utf8'))
  await rename(
    join(path, `mails/${other?.id}/${record?.id}.eml`),
    join(path, `mails/${other?.id}/${messageIds[0]}.eml`),
  )

  expect(await check(path, target.deps)).toBe(`${list}, line 1: id: a message of another inbox has it`)
})

test('a host that another service has proven is left out with its addresses and mail, and stays with that service', async () => {
  await using target = await emptyInstallation()
  const { world, serviceId, folder: path } = exported()
  const { deps } = target
  const { hostname } = world.tenant.domain
  const { _id: id } = await insertService(deps, { name: 'Holder' })
  const held = await createDomain(deps, operator, { id, hostname, mxHost: 'mx.test', isTrusted: true })
  const folder = await openImportFolder(path)
  const input = { deps, folder, onProgress() {} }

  const checked = await checkImport(input)
  if (!checked) throw new Error('imported already')
  await runImport(input, operator, checked)

  expect(checked.counts).toMatchObject({ domains: 1, heldHosts: [hostname], leftOutAddresses: 3, leftOutMessages: 2 })
  const domains = await deps.db.collection('domains').find({ hostname }).toArray()
  expect(domains).toMatchObject([{ _id: held.id, serviceId: id, state: 'verified' }])
  const addresses = await deps.db.collection('addresses').find().toArray()
  expect(addresses).toMatchObject([{ serviceId, hostname: world.tenant.publicDomain.hostname }])
})

test('a service of this id that was made here, imported from another export or is being deleted is a refusal', async () => {
  await using target = await emptyInstallation()
  const { deps } = target
  const { serviceId, copy, folder } = exported()
  const another = await copy({ 'export.json': field('exportId', '01JD3Q7Z5V8XK2M4N6P8R0T2W4') })
  const made = await check(folder, exported().world.deps)
  const input = { deps, folder: await openImportFolder(folder), onProgress() {} }
  const checked = await checkImport(input)
  if (!checked) throw new Error('imported already')
  await runImport(input, operator, checked)

  expect(made).toBe(`This installation has a service with the id ${serviceId}, which was not imported`)
  expect(await check(another, deps)).toMatch(/which was imported from another export$/)
  await deleteService(deps, operator, { id: serviceId, confirm: 'Tests' })
  expect(await check(folder, deps)).toMatch(/is being deleted: wait/)
  await expect(runImport(input, operator, checked)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await deps.db.collection('services').countDocuments()).toBe(0)
})
