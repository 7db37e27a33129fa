import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { findFreePort } from './free-port.ts'
import { type MongodSettings, spawnMongod } from './spawn-mongod.ts'

const settingsIn = (folder: string, port: number): MongodSettings => ({
  binary: inject('mongodBinary'),
  dbPath: folder,
  logPath: join(folder, 'mongod.log'),
  port,
  cacheMib: 256,
  oplogMib: 256,
})

/** Starts a mongod; a number that is pushed into `pids` is the process to be killed with the test. */
const start = (settings: MongodSettings, pids: number[]) => spawnMongod(settings, (pid) => void pids.push(pid))

const killAtEnd = () => {
  const pids: number[] = []
  return {
    pids,
    [Symbol.dispose]() {
      for (const pid of pids) {
        try {
          process.kill(pid, 'SIGKILL')
        } catch {
          // It has ended, as it should.
        }
      }
    },
  }
}

// Both take the port within milliseconds and listen much later, so that the second one aborts.
test('of two that start on one port at the same time one answers, and of the other the port is taken', async () => {
  await using one = await temporaryFolder()
  await using two = await temporaryFolder()
  using started = killAtEnd()
  const port = await findFreePort()

  const ends = await Promise.all([one, two].map(({ path }) => start(settingsIn(path, port), started.pids)))

  expect(ends.map(({ state }) => state).toSorted()).toEqual(['answering', 'port-taken'])
})

test('an end for another reason is reported with what the log says of it, without the key', async () => {
  await using folder = await temporaryFolder()
  using started = killAtEnd()
  const keyFile = join(folder.path, 'key')
  const key = 'not!a!key'
  await writeFile(keyFile, key)
  await chmod(keyFile, 0o600)
  const login = { username: '__system', password: key, authSource: 'local' }
  const settings = { ...settingsIn(folder.path, await findFreePort()), access: { keyFile, login } }

  const error = await start(settings, started.pids).catch((error: unknown) => error)

  expect(error).toMatchObject({
    name: 'MongodError',
    message: expect.stringMatching(
      /^mongod ended with code \d+ while starting: .*security key.*; \S+mongod\.log says more\.$/,
    ),
  })
  expect(String(error)).not.toContain(key)
})
