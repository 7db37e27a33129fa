import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MongoClient, MongoServerError } from 'mongodb'
import { expect, inject, test, vi } from 'vitest'
import { asNobody, canChangeUser } from '../../test/as-nobody.ts'
import { childProgram } from '../../test/child-program.ts'
import { countMarks, leaveMark, localMongod, openMongod } from '../../test/local-mongod.ts'
import { muteListener } from '../../test/mute-listener.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { directClient, type MongodLogin } from '../process/probe-mongod.ts'
import { identifyProcess } from '../process/process-identity.ts'
import { readLocalState } from './local-state.ts'
import { enterLocalUsers } from './local-users.ts'
import { startLocalMongod } from './start-local-mongod.ts'

const binary = inject('mongodBinary')
const unauthorized = 13
const authenticationFailed = 18

/** The error code with which MongoDB refuses a command; null where it succeeds, `away` where nothing answers. */
async function refusal(port: number, request: Record<string, unknown>, login?: MongodLogin) {
  const client = directClient(port, 1_000, login)
  try {
    await client.db('admin').command(request)
    return null
  } catch (error) {
    return error instanceof MongoServerError ? error.code : 'away'
  } finally {
    await client.close(true)
  }
}

const portOf = (uri: string) => Number(new URL(uri).port)
const firstUser = { createUser: 'mallory', pwd: 'x', roles: ['root'] }

test.concurrent('without the password nothing can be read or changed, and guessed passwords are refused', async () => {
  await using folder = await temporaryFolder()
  await using local = await localMongod({ binary, dataDir: folder.path })
  await using client = new MongoClient(local.uri)
  await client.db('inlet').collection('signingKeys').insertOne({})
  const port = portOf(local.uri)
  const guesses = [
    { username: 'inlet', password: 'inlet', authSource: 'admin' },
    { username: '__system', password: 'inlet', authSource: 'local' },
    { username: 'root', password: 'root', authSource: 'admin' },
  ]

  const refusals = await Promise.all(
    [
      { find: 'system.users' },
      { listDatabases: 1 },
      { getCmdLineOpts: 1 },
      { shutdown: 1, force: true },
      firstUser,
    ].map((request) => refusal(port, request)),
  )
  const guessed = await Promise.all(guesses.map((login) => refusal(port, { ping: 1 }, login)))
  const anonymous = directClient(port, 1_000)
  const reading = anonymous.db('inlet').collection('signingKeys').findOne()

  await expect(reading).rejects.toMatchObject({ code: unauthorized })
  await anonymous.close(true)
  expect(refusals).toEqual(refusals.map(() => unauthorized))
  expect(guessed).toEqual(guesses.map(() => authenticationFailed))
  expect(await client.db('inlet').collection('signingKeys').countDocuments()).toBe(1)
})

test.concurrent('also in the first moments of the first start nobody can create a user or initiate a set', async () => {
  await using folder = await temporaryFolder()
  const refusals = new Set<unknown>()
  let isStarted = false
  // The port is random; the state file has it before mongod starts.
  const attack = async () => {
    // At least until mongod itself refuses a request, however short the start is.
    while (!isStarted || !refusals.has(unauthorized)) {
      const state = await readLocalState(join(folder.path, 'mongo'))
      if (!state) continue
      for (const request of [firstUser, { replSetInitiate: {} }, { listDatabases: 1 }]) {
        refusals.add(await refusal(state.port, request))
      }
    }
  }
  const attacking = attack()

  await using local = await localMongod({ binary, dataDir: folder.path })
  isStarted = true
  await attacking

  expect(refusals).toContain(unauthorized)
  expect([...refusals].filter((code) => code !== 'away')).toEqual([unauthorized])
  await using client = new MongoClient(local.uri)
  const { users } = await client.db('admin').command({ usersInfo: 1 })
  expect(users.map(({ user }: { user: string }) => user)).toEqual(['inlet'])
})

test.concurrent('data that were stored without a password have one after the start', async () => {
  await using folder = await temporaryFolder()
  const before = await openMongod(folder.path, binary)
  await before.stop()

  await using local = await localMongod({ binary, dataDir: folder.path })

  expect(local).toMatchObject({ isFresh: false, wasAdopted: false })
  expect(portOf(local.uri)).toBe(before.port)
  expect(await countMarks(local.uri)).toBe(1)
  expect(await refusal(before.port, { listDatabases: 1 })).toBe(unauthorized)
})

test.concurrent('a mongod that an earlier version left running without a password is replaced by one with a password', async () => {
  await using folder = await temporaryFolder()
  const before = await openMongod(folder.path, binary)
  const lines: string[] = []

  await using local = await localMongod({ binary, dataDir: folder.path, onProgress: (line) => lines.push(line) })

  expect(lines).toContain('Restarting the local MongoDB, which ran without a password …')
  expect(identifyProcess(before.pid)).toBeNull()
  expect(await countMarks(local.uri)).toBe(1)
  expect(await refusal(before.port, { listDatabases: 1 })).toBe(unauthorized)
})

test.concurrent('one that a living server of an earlier version uses keeps running, and the start says what to do', async () => {
  await using folder = await temporaryFolder()
  const before = await openMongod(folder.path, binary)
  const user = await enterLocalUsers(join(folder.path, 'mongo'))

  const start = startLocalMongod({ binary, dataDir: folder.path })

  await expect(start).rejects.toThrow(/^A server of an earlier version uses the database in \S+, .*: stop that server/)
  expect(identifyProcess(before.pid)).not.toBeNull()
  await user.leave()
  await before.stop()
})

test.concurrent('while a process uses the database, its address does not change because another program has the port', async () => {
  await using folder = await temporaryFolder()
  await using first = await localMongod({ binary, dataDir: folder.path })
  process.kill(first.pid, 'SIGKILL')
  await vi.waitUntil(() => identifyProcess(first.pid) === null, { timeout: 30_000 })
  await using other = await muteListener(portOf(first.uri))

  const start = startLocalMongod({ binary, dataDir: folder.path })

  await expect(start).rejects.toThrow(`Another program has taken port ${other.port} of the local MongoDB`)
})

test.concurrent('a folder whose key was lost gets a new one and keeps its data', async () => {
  await using folder = await temporaryFolder()
  const first = await startLocalMongod({ binary, dataDir: folder.path })
  await leaveMark(first.uri)
  await first.stop()
  await writeFile(join(folder.path, 'mongo', 'keyfile'), 'half')

  await using second = await localMongod({ binary, dataDir: folder.path })

  expect(second.uri).not.toBe(first.uri)
  expect(await countMarks(second.uri)).toBe(1)
})

test.concurrent.for(['keyfile', 'connection.yaml'])('a key that others could read in %s is replaced', async (name) => {
  await using folder = await temporaryFolder()
  const first = await startLocalMongod({ binary, dataDir: folder.path })
  await first.stop()
  const keyFile = join(folder.path, 'mongo', 'keyfile')
  const exposed = await readFile(keyFile, 'utf8')
  await chmod(join(folder.path, 'mongo', name), 0o644)

  await using second = await localMongod({ binary, dataDir: folder.path })

  expect(await readFile(keyFile, 'utf8')).not.toBe(exposed)
  expect(second.uri).not.toBe(first.uri)
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
})

test.concurrent('a key that others could read while mongod ran with it is replaced once, at the first start after its end', async () => {
  await using folder = await temporaryFolder()
  const keyFile = join(folder.path, 'mongo', 'keyfile')
  const lines: string[] = []
  const options = { binary, dataDir: folder.path, onProgress: (line: string) => lines.push(line) }
  const first = await startLocalMongod(options)
  await leaveMark(first.uri)
  const exposed = await readFile(keyFile, 'utf8')
  await chmod(keyFile, 0o644)

  const second = await startLocalMongod(options)
  const whileRunning = await readFile(keyFile, 'utf8')
  await first.stop()
  await second.stop()
  const third = await startLocalMongod(options)
  const replaced = await readFile(keyFile, 'utf8')
  const count = await countMarks(third.uri)
  await third.stop()
  const fourth = await startLocalMongod(options)
  await fourth.stop()

  expect(whileRunning).toBe(exposed)
  expect(replaced).not.toBe(exposed)
  expect(third.uri).not.toBe(first.uri)
  expect(count).toBe(1)
  expect(await readFile(keyFile, 'utf8')).toBe(replaced)
  expect(lines.filter((line) => line.includes('key'))).toEqual([
    'Other users of this machine could read the key of the local MongoDB, which runs with it: the first start after its end makes a new one.',
    'Other users of this machine could read the key of the local MongoDB: a new one is made.',
  ])
})

test.concurrent('another user of the machine can read neither folder nor key nor password, and no command line contains them', async () => {
  await using outside = await temporaryFolder()
  await chmod(outside.path, 0o755)
  const dataDir = join(outside.path, 'data')
  await using local = await localMongod({ binary, dataDir })
  const folder = join(dataDir, 'mongo')
  const password = decodeURIComponent(new URL(local.uri).password)
  const key = (await readFile(join(folder, 'keyfile'), 'utf8')).trim()
  const secrets = ['keyfile', 'connection.yaml', 'state.json', 'mongod.log'].map((name) => join(folder, name))
  const modes = await Promise.all([dataDir, folder, ...secrets].map(async (path) => (await stat(path)).mode & 0o777))

  expect(modes).toEqual([0o700, 0o700, 0o600, 0o600, 0o600, 0o600])
  const log = await readFile(join(folder, 'mongod.log'), 'utf8')
  for (const secret of [password, key]) expect(log).not.toContain(secret)
  expect(password).toHaveLength(43)
  if (process.platform === 'linux') {
    const commandLine = await readFile(`/proc/${local.pid}/cmdline`, 'utf8')
    expect(commandLine).toContain('--keyFile')
    for (const secret of [password, key]) expect(commandLine).not.toContain(secret)
  }
  if (!canChangeUser) return

  const listed = await asNobody(`ls ${dataDir}; ls ${folder}`)
  // Each level is protected by itself: with open folders the files still cannot be read.
  await chmod(dataDir, 0o755)
  await chmod(folder, 0o755)
  const read = await asNobody(`cat ${secrets.join(' ')}; ls ${folder}/data`)
  const tcp = await asNobody(`ls ${folder} && echo reached`)

  expect(listed).toMatchObject({ code: 2, written: expect.stringMatching(/(?:Permission denied\s*.*){2}/) })
  expect(read.written.match(/Permission denied/g)).toHaveLength(5)
  expect(tcp.written).toContain('reached')
})

test.concurrent('whatever the umask is, no other user has rights on any file or folder', async () => {
  await using outside = await temporaryFolder()
  const dataDir = join(outside.path, 'data')
  await using server = await childProgram('hold-local-mongod.ts', binary, dataDir, '0')
  const { pid } = JSON.parse(server.firstLine)

  const names = ['.', ...(await readdir(dataDir, { recursive: true }))]
  const open = await Promise.all(
    names.map(async (name) =>
      (((await stat(join(dataDir, name)).catch(() => null))?.mode ?? 0) & 0o077) === 0 ? null : name,
    ),
  )

  expect(names.length).toBeGreaterThan(20)
  expect(open.filter((name) => name !== null)).toEqual([])
  await server.kill()
  process.kill(pid, 'SIGKILL')
})
