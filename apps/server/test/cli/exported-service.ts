import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  changeService,
  clearInboxByName,
  connectDatabase,
  createAddress,
  type Deps,
  ensureCollections,
  type OperatorCaller,
  processMemory,
  readMessage,
  unlimitedPlans,
} from '@inlet/core'
import { idSource, systemClock } from '@inlet/runtime'
import { freshDatabase } from '@inlet/testkit'
import { afterAll, beforeAll } from 'vitest'
import { runCli } from '../support/cli-process.ts'
import { invite } from '../support/people.ts'
import { storeWebhook } from '../support/stored-webhook.ts'
import { type OwnWorld, plainMail, startWorld } from '../support/world.ts'

export const operator: OperatorCaller = { kind: 'operator', name: 'tests', origin: { ip: null, requestId: 'tests' } }

const logo =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
/** Its source is stored apart, in chunks. */
const largeMail = plainMail({ subject: 'Large', text: 'x'.repeat(78).concat('\r\n').repeat(20_000) })
const mailWithFile = [
  'Subject: A file',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/csv',
  'Content-Disposition: attachment; filename=a.csv',
  '',
  'a,b',
  '--b--',
  '',
].join('\r\n')

/** A service with a record of every kind, and the folder that it was exported into. */
export interface ExportedService {
  world: OwnWorld
  serviceId: string
  /** With two mails, of which the first was read. */
  inbox: { id: string; fullAddress: string }
  /** Its messages, as the source has them. */
  messageIds: string[]
  folder: string
  /** A copy of the folder for one test, with files changed: a text replaces one, null removes it. */
  copy(changes?: Record<string, ((text: string) => string) | null>): Promise<string>
}

/** Exports one service for the tests of a file. */
export function sharedExport(): () => ExportedService {
  let shared: ExportedService | null = null
  let parent = ''
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'inlet-import-'))
    shared = await exportService(parent)
  })
  afterAll(async () => {
    await rm(parent, { recursive: true, force: true })
    await shared?.world[Symbol.asyncDispose]()
  })
  return () => {
    if (!shared) throw new Error('nothing is exported yet')
    return shared
  }
}

async function exportService(parent: string): Promise<ExportedService> {
  const world = await startWorld()
  const { deps, tenant, caller } = world
  const { serviceId } = tenant
  const lock = { enabled: true, password: 'open sesame' }
  await changeService(deps, operator, { id: serviceId, logo, accessLock: lock, accentColor: '#123456', locale: 'ar' })
  await invite(world, { email: 'ada@people.example', role: 'owner', tenant })
  await storeWebhook(deps, {
    serviceId,
    url: 'https://hooks.example.com/',
    state: 'disabled',
    disabledReason: 'operator',
  })
  const [inbox, cleared] = [await world.address('inbox'), await world.address('cleared')]
  const guarded = { id: serviceId, domainId: tenant.domain.id, localPart: 'guarded', password: 'swordfish' }
  await createAddress(deps, caller, guarded)
  const codeMail = plainMail({
    id: 'code',
    subject: 'Your code',
    text: 'Your code is 482913. Or verify it at https://shop.example/verify?token=4f9c1d2e7b8a6053',
  })
  await world.send(codeMail, inbox.fullAddress)
  await world.send(largeMail, inbox.fullAddress)
  await world.send(codeMail, cleared.fullAddress)
  await world.send(mailWithFile, `first+tag@${tenant.publicDomain.hostname}`)
  await clearInboxByName(deps, caller, cleared.fullAddress)
  const messageIds = (await world.messagesOf(inbox.fullAddress)).map(({ id }) => id).toReversed()
  await readMessage(deps, caller, messageIds[0] ?? '')

  const folder = join(parent, 'export')
  await exportTo(folder, { serviceId, databaseUri: world.databaseUri })
  const copy: ExportedService['copy'] = async (changes = {}) => {
    const copied = join(parent, randomUUID())
    await cp(folder, copied, { recursive: true })
    for (const [path, change] of Object.entries(changes)) {
      const file = join(copied, path)
      if (change) await writeFile(file, change(await readFile(file, 'utf8')))
      else await rm(file)
    }
    return copied
  }
  return { world, serviceId, inbox, messageIds, folder, copy }
}

/** Exports a service of a database into a folder. */
export async function exportTo(
  folder: string,
  { serviceId, databaseUri }: { serviceId: string; databaseUri: string },
): Promise<void> {
  const args = ['service', 'export', '--id', serviceId, '--to', folder]
  const { code, stderr } = await runCli(args, { MONGODB_URI: databaseUri })
  if (code !== 0) throw new Error(stderr)
}

/** All files of a folder, by path. */
export async function filesOf(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(
    await Promise.all(
      files
        .sort()
        .map(
          async (file): Promise<[string, string]> => [file.slice(folder.length + 1), await readFile(file, 'latin1')],
        ),
    ),
  )
}

/** Another installation, without any service. */
export async function emptyInstallation(): Promise<AsyncDisposable & { deps: Deps; databaseUri: string }> {
  const database = freshDatabase()
  const db = await connectDatabase(database.uri)
  await ensureCollections(db)
  return {
    deps: { db, clock: systemClock, ...idSource(systemClock), plans: unlimitedPlans, ...processMemory(db) },
    databaseUri: database.uri,
    async [Symbol.asyncDispose]() {
      await db.client.close()
      await database[Symbol.asyncDispose]()
    },
  }
}
