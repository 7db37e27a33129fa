import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { installPythonLibraries } from '@inlet/testkit'
import { provideWebApps } from '@inlet/web-build'
import { startOwnMongod } from '../support/own-mongod.ts'
import { type PreparedWorld, startPreparedWorld } from '../support/prepared-world.ts'
import { storeMessages } from '../support/stored-messages.ts'
import { prepareUserOperations } from '../support/user-calls/prepare.ts'
import { walkPages } from '../support/walk-pages.ts'
import type { World } from '../support/world.ts'
import { passesOf, type Seeds, settingsOf, usersOf } from './fuzz-settings.ts'

const requirements = fileURLToPath(new URL('requirements.txt', import.meta.url))
/** What ends a pass that hangs: several times what one takes beside the tests, of which a minute does not depend on the number of calls. */
const passLimitMs = (examples: number) => 180_000 + 15_000 * examples
/** Enough that those which a pass deletes leave others. */
const seedMessages = 200
const seedAddresses = 20
/** From this level on, a log line reports an error of the program itself. */
const errorLevel = 50

const usage = `Usage: npm run contract:fuzz [-- --examples N] [--seed N]

Lets schemathesis loose on the assembled server, which it knows from the served OpenAPI document alone.

  --examples N   calls for each operation (default 60)
  --seed N       other calls than those of every run (default 1)`

/**
 * Lets schemathesis loose on the assembled server, which it knows from the served document alone: `npm run contract:fuzz`. The same
 * calls every time, unless `--seed` names another seed; `--examples N` says how many for an operation. A failure ends with 1.
 */
async function fuzzContract(): Promise<void> {
  if (process.argv.includes('--help')) return console.log(usage)
  const options = { examples: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } } as const
  const { values } = parseArgs({ options })
  if (!Object.values(values).every((value) => /^\d+$/.test(value))) {
    throw new Error(usage)
  }

  await provideWebApps((line) => console.log(line))
  const libraries = await installPythonLibraries('schemathesis', requirements)
  const folder = await mkdtemp(join(tmpdir(), 'inlet-contract-fuzz-'))
  const mongod = await startOwnMongod()
  try {
    const settings = {
      API_KEY_REQUESTS_PER_MINUTE: '10000000',
      FAILED_CREDENTIALS_PER_MINUTE: '10000000',
      PUBLIC_REQUESTS_PER_MINUTE: '10000000',
      UNLOCKS_PER_QUARTER_HOUR: '10000000',
      WRONG_LOCK_PASSWORDS_PER_QUARTER_HOUR: '10000000',
      WRONG_INBOX_PASSWORDS_PER_QUARTER_HOUR: '10000000',
    }
    const databaseUri = Object.assign(new URL(mongod.uri), { pathname: '/contract-fuzz' }).href
    const prepared = await startPreparedWorld(settings, databaseUri)
    await using world = prepared.world
    const seeds = await plantSeeds(prepared)
    const users = join(folder, 'users.json')
    await writeFile(users, usersOf(prepared), { mode: 0o600 })
    const operations = [...prepared.operations.values(), ...(await prepareUserOperations(prepared))]
    for (const [n, pass] of passesOf(prepared, operations, users).entries()) {
      const config = join(folder, `pass-${n}.toml`)
      await writeFile(config, settingsOf(pass, seeds, world.baseUrl), { mode: 0o600 })
      const limits = ['--max-examples', values.examples, '--seed', values.seed]
      const only = pass.operationIds.flatMap((id) => ['--include-operation-id', id])
      const command = [
        '--config-file',
        config,
        'run',
        `${world.baseUrl}/v1/openapi.json`,
        '--no-color',
        ...limits,
        ...only,
      ]
      console.log(`schemathesis ${pass.name}, seed ${values.seed}`)
      const error = await runSchemathesis(libraries, command, {
        cwd: folder,
        limitMs: passLimitMs(Number(values.examples)),
      })
      if (error !== null) fail(`schemathesis ${pass.name}: ${error}`)
    }
    const errors = world.lines.filter((line) => JSON.parse(line).level >= errorLevel)
    if (errors.length > 0) fail(`the log reports errors:\n${errors.join('')}`)
  } finally {
    await mongod.stop()
    await rm(folder, { recursive: true })
  }
}

/** Fills the tenant's inboxes, so that there is something to read and to delete. */
async function plantSeeds({ world, own, visits }: PreparedWorld): Promise<Seeds> {
  const { tenant, stranger } = world
  const subjects = Array.from({ length: seedMessages }, (_, n) => ({ subject: `Message ${n}`, otpCode: '482913' }))
  await storeMessages(world, own.address.fullAddress, subjects)
  await storeMessages(world, visits.own.full, subjects)
  const addresses = []
  for (let n = 0; n < seedAddresses; n += 1) addresses.push(await world.address(`seed-${n}`))
  const messageIds = (
    await walkPages((cursor) => world.inbox(own.address.fullAddress, `?limit=100&cursor=${cursor}`))
  ).map(({ id }) => id)
  const visitedIds = (await walkPages((cursor) => world.inbox(visits.own.full, `?limit=100&cursor=${cursor}`))).map(
    ({ id }) => id,
  )
  return {
    hosts: [visits.own.hostname, visits.lockedHost],
    lockedHost: visits.lockedHost,
    visitedInboxes: [visits.own.full, visits.protectedAddress, `fuzz@${visits.own.hostname}`],
    visitedIds,
    ids: [tenant.serviceId, stranger.serviceId, ...addresses.map(({ id }) => id), ...messageIds],
    userIds: await memberIds(world.deps.db),
    domainIds: [tenant.domain.id, tenant.publicDomain.id],
    inboxes: [own.address.fullAddress, ...addresses.map(({ fullAddress }) => fullAddress)],
    messageIds,
  }
}

/** Members of both tenants. */
const memberIds = async (db: World['deps']['db']): Promise<string[]> =>
  (await db.collection<{ _id: string }>('members').find().toArray()).map(({ _id }) => _id)

/** Runs its command line in a folder that goes afterwards, since it keeps things where it stands. @returns what came of it, null if all is well */
async function runSchemathesis(
  libraries: string,
  command: string[],
  { cwd, limitMs }: { cwd: string; limitMs: number },
): Promise<string | null> {
  const start =
    'import sys; sys.path.insert(0, sys.argv.pop(1)); from schemathesis.cli import schemathesis; schemathesis()'
  const child = spawn('python3', ['-c', start, libraries, ...command], {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: limitMs,
  })
  const [code, signal] = await once(child, 'exit')
  if (signal !== null) return `ended by ${signal} after ${limitMs / 1000} s at most`
  return code === 0 ? null : 'its findings stand above'
}

function fail(error: string): void {
  console.error(error)
  process.exitCode = 1
}

await fuzzContract()
