import { MongoClient } from 'mongodb'
import { expect, inject, test } from 'vitest'
import { z } from 'zod'
import { childProgram } from '../../test/child-program.ts'
import { countMarks, leaveMark } from '../../test/local-mongod.ts'
import { muteListener } from '../../test/mute-listener.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { identifyProcess } from '../process/process-identity.ts'
import { startLocalMongod } from './start-local-mongod.ts'

const binary = inject('mongodBinary')
const report = z.object({ pid: z.int(), uri: z.string(), wasAdopted: z.boolean() })

test.concurrent('a mongod whose server was killed by force is adopted by the next start, whose stop ends it', async () => {
  await using folder = await temporaryFolder()
  await using server = await childProgram('hold-local-mongod.ts', binary, folder.path)
  const first = report.parse(JSON.parse(server.firstLine))
  await server.kill()
  expect(identifyProcess(first.pid)).not.toBeNull()

  const second = await startLocalMongod({ binary, dataDir: folder.path })
  expect(second).toMatchObject({ pid: first.pid, uri: first.uri, wasAdopted: true })
  await second.stop()

  expect(identifyProcess(first.pid)).toBeNull()
})

test.concurrent('a Ctrl-C in the terminal, which the whole process group of the server gets, does not reach mongod', async () => {
  await using folder = await temporaryFolder()
  await using server = await childProgram('hold-local-mongod.ts', binary, folder.path)
  const first = report.parse(JSON.parse(server.firstLine))

  process.kill(-server.pid, 'SIGINT')
  await using client = new MongoClient(first.uri)
  await client
    .db('x')
    .collection('y')
    .insertOne({}, { writeConcern: { w: 'majority', journal: true } })

  await server.kill()
  const second = await startLocalMongod({ binary, dataDir: folder.path })
  expect(second.pid).toBe(first.pid)
  await second.stop()
})

test.concurrent('two processes share one mongod, and the last to stop ends it', async () => {
  await using folder = await temporaryFolder()
  await using server = await childProgram('hold-local-mongod.ts', binary, folder.path)
  const first = report.parse(JSON.parse(server.firstLine))
  const second = await startLocalMongod({ binary, dataDir: folder.path })
  expect(second.pid).toBe(first.pid)

  await second.stop()
  expect(identifyProcess(first.pid)).not.toBeNull()

  await server.kill()
  const last = await startLocalMongod({ binary, dataDir: folder.path })
  await last.stop()
  expect(identifyProcess(first.pid)).toBeNull()
})

test.concurrent('when a start has replaced a mongod that died, the last process to stop ends the new one', async () => {
  await using folder = await temporaryFolder()
  const first = await startLocalMongod({ binary, dataDir: folder.path })
  process.kill(first.pid, 'SIGKILL')
  const second = await startLocalMongod({ binary, dataDir: folder.path })
  expect(second.pid).not.toBe(first.pid)

  await second.stop()
  expect(identifyProcess(second.pid)).not.toBeNull()

  await first.stop()
  expect(identifyProcess(second.pid)).toBeNull()
})

test.concurrent('two starts at once on one folder get the same mongod', async () => {
  await using folder = await temporaryFolder()

  const starts = await Promise.all([1, 2].map(() => startLocalMongod({ binary, dataDir: folder.path })))
  await Promise.all(starts.map((each) => each.stop()))

  expect(new Set(starts.map((each) => each.pid)).size).toBe(1)
  expect(starts.map((each) => each.wasAdopted).sort()).toEqual([false, true])
  expect(starts.map((each) => identifyProcess(each.pid))).toEqual([null, null])
})

test.concurrent('when another program has the port, even one that never answers, the data are served at a new address', async () => {
  await using folder = await temporaryFolder()
  const first = await startLocalMongod({ binary, dataDir: folder.path })
  await leaveMark(first.uri)
  await first.stop()
  await using otherProgram = await muteListener(Number(new URL(first.uri).port))
  const lines: string[] = []

  const second = await startLocalMongod({ binary, dataDir: folder.path, onProgress: (line) => lines.push(line) })
  const count = await countMarks(second.uri)
  await second.stop()
  const third = await startLocalMongod({ binary, dataDir: folder.path })
  await third.stop()

  expect(new URL(second.uri).port).not.toBe(String(otherProgram.port))
  expect(count).toBe(1)
  expect(lines.join('\n')).toContain('is taken by another program')
  expect(third.uri).toBe(second.uri)
})
