import { join } from 'node:path'
import { apiKeyAuthenticator, type Deps, listMessages, readSource, trustDomain } from '@inlet/core'
import { Collection } from 'mongodb'
import { afterEach, expect, test, vi } from 'vitest'
import { openImportFolder } from '../../src/cli/transfer/import-folder.ts'
import { checkImport, runImport } from '../../src/cli/transfer/run-import.ts'
import { runCli } from '../support/cli-process.ts'
import { emptyInstallation, exportTo, filesOf, operator, sharedExport } from './exported-service.ts'

const exported = sharedExport()
afterEach(() => void vi.restoreAllMocks())

/** Imports a folder without the command around it. */
async function importFrom(path: string, deps: Deps): Promise<void> {
  const folder = await openImportFolder(path)
  const target = { deps, folder, onProgress() {} }
  const checked = await checkImport(target)
  if (checked) await runImport(target, operator, checked)
}

/** The lines of a file as records, without the fields that an import makes anew. */
const recordsIn = (files: Map<string, string>, path: string, made: string[] = []) =>
  (files.get(path) ?? '')
    .split('\n')
    .slice(0, -1)
    .map((line) => Object.fromEntries(Object.entries(JSON.parse(line)).filter(([field]) => !made.includes(field))))

/** Compares an export with that of the installation which it was imported into. */
async function expectSameExport(target: { databaseUri: string }): Promise<void> {
  const { serviceId, folder, copy } = exported()
  const again = join(await copy(), 'again')
  await exportTo(again, { serviceId, databaseUri: target.databaseUri })
  const [first, second] = [await filesOf(folder), await filesOf(again)]
  expect([...second.keys()]).toEqual([...first.keys()])
  const changed = [...first].filter(([path, text]) => text !== second.get(path)).map(([path]) => path)
  expect(changed).toEqual(['audit-log.ndjson', 'domains.ndjson', 'export.json'])
  const proof = ['state', 'ownershipToken', 'verifiedAt']
  expect(recordsIn(second, 'domains.ndjson', proof)).toEqual(recordsIn(first, 'domains.ndjson', proof))
  const entries = recordsIn(second, 'audit-log.ndjson')
  const isImport = ({ action }: Record<string, unknown>) => String(action).startsWith('service.import')
  expect(entries.filter((entry) => !isImport(entry))).toEqual(recordsIn(first, 'audit-log.ndjson'))
  expect(entries.filter(isImport).map(({ action }) => action)).toEqual(['service.importing', 'service.imported'])
}

test('an export that is imported and exported again is the same byte for byte, but for the proof of its domains and its audit entries', async () => {
  await using target = await emptyInstallation()
  const { serviceId, folder } = exported()

  const imported = await runCli(['service', 'import', '--from', folder, '--json'], { MONGODB_URI: target.databaseUri })

  expect(imported, imported.stderr).toMatchObject({ code: 0, stderr: '' })
  expect(imported.json.data).toMatchObject({
    ...{ id: serviceId, state: 'imported', domains: 2, addresses: 4, messages: 3, apiKeys: 4, webhooks: 1, members: 1 },
    ...{ heldHosts: [], leftOutAddresses: 0, expiredMessages: 0 },
  })
  await expectSameExport(target)
})

test('what is imported reads as it did: keys work, lists, read marks and sources are the same; nothing is reported or counted as new', async () => {
  await using target = await emptyInstallation()
  const { world, serviceId, inbox, messageIds, folder } = exported()
  const { deps } = target

  await importFrom(folder, deps)

  const authenticate = apiKeyAuthenticator(deps, { run: (_, work) => void work().catch(() => undefined) })
  const caller = await authenticate(world.keys.admin)
  expect(caller).toMatchObject({ serviceId, scope: 'admin' })
  const query = { address: inbox.fullAddress, limit: 50 }
  const [before, after] = [await listMessages(world.deps, world.caller, query), await listMessages(deps, caller, query)]
  expect(after.data).toEqual(before.data)
  expect(after.data.map(({ isRead }) => isRead)).toEqual([false, true])
  for (const id of messageIds) {
    const source = await readSource(deps, caller, id)
    expect(source.equals(await readSource(world.deps, world.caller, id))).toBe(true)
  }
  for (const name of ['events', 'deliveries', 'feedEvents', 'usageReceivers']) {
    expect(await deps.db.collection(name).countDocuments(), name).toBe(0)
  }
  expect(await deps.db.collection('messages').countDocuments({ pendingEvent: true })).toBe(0)
  const domains = await deps.db.collection('domains').find().toArray()
  expect(domains.map(({ state }) => state)).toEqual(['pending', 'pending'])
  for (const { _id } of domains) {
    const trusted = await trustDomain(deps, operator, { id: String(_id), mxHost: 'mx.test' })
    expect(trusted.state).toBe('verified')
  }
})

test.each(['before', 'after'])(
  'an import that is killed %s any of its writes goes on with the next run, and brings the same',
  async (when) => {
    await using target = await emptyInstallation()
    const { folder } = exported()
    let [left, kills] = [0, 0]
    const methods = ['insertOne', 'insertMany', 'bulkWrite', 'updateOne', 'updateMany', 'findOneAndUpdate'] as const
    for (const method of methods) {
      // biome-ignore lint/suspicious/noExplicitAny: the methods of all collections, whatever their types
      const real: any = Collection.prototype[method]
      // biome-ignore lint/suspicious/noExplicitAny: as above
      vi.spyOn(Collection.prototype, method).mockImplementation(async function (this: Collection, ...args: any[]) {
        // The exported world works on in this process.
        if (this.dbName !== target.deps.db.databaseName) return await real.apply(this, args)
        left -= 1
        const isLast = left === 0
        if (isLast && when === 'before') throw new Error('killed')
        const result = await real.apply(this, args)
        if (isLast) throw new Error('killed')
        return result
      })
    }

    for (let writes = 1; ; writes += 1) {
      left = writes
      const outcome = await importFrom(folder, target.deps).catch((error: Error) => error.message)
      if (outcome === undefined) break
      expect(outcome).toBe('killed')
      kills += 1
      if (kills > 100) throw new Error('the import does not end')
    }
    vi.restoreAllMocks()

    expect(kills).toBeGreaterThan(10)
    await expectSameExport(target)
  },
)

test('a second import of the same folder changes nothing and says so', async () => {
  await using target = await emptyInstallation()
  const { serviceId, folder } = exported()
  await importFrom(folder, target.deps)
  const before = await target.deps.db.collection('services').findOne()

  const again = await runCli(['service', 'import', '--from', folder], { MONGODB_URI: target.databaseUri })

  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('already: nothing is changed') })
  expect(await target.deps.db.collection('services').findOne()).toEqual(before)
  expect(await target.deps.db.collection('auditLog').countDocuments({ action: 'service.imported' })).toBe(1)
  expect(serviceId).toBe(before?._id)
})

test('--check writes nothing, and says what would be imported', async () => {
  await using target = await emptyInstallation()
  const { folder } = exported()

  const checked = await runCli(['service', 'import', '--from', folder, '--check'], { MONGODB_URI: target.databaseUri })

  expect(checked).toMatchObject({ code: 0, stdout: expect.stringContaining('2 domains, 4 addresses, 3 messages') })
  expect(checked.stdout).toContain('not counted as usage')
  expect(checked.stdout).toContain('Plan limits do not stop an import')
  for (const { name } of await target.deps.db.listCollections().toArray()) {
    expect(await target.deps.db.collection(name).countDocuments(), name).toBe(0)
  }
})
