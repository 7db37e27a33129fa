import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { writeLocalState } from '../src/local/local-state.ts'
import { type LocalMongod, startLocalMongod } from '../src/local/start-local-mongod.ts'
import { findFreePort } from '../src/process/free-port.ts'
import { identifyProcess } from '../src/process/process-identity.ts'
import { becomePrimary, replicaSetUri } from '../src/process/replica-set.ts'
import { spawnMongod } from '../src/process/spawn-mongod.ts'
import { stopMongod } from '../src/process/stop-mongod.ts'

/** A local mongod that is stopped when it is disposed of. */
export async function localMongod(
  ...given: Parameters<typeof startLocalMongod>
): Promise<LocalMongod & AsyncDisposable> {
  const local = await startLocalMongod(...given)
  return { ...local, [Symbol.asyncDispose]: () => local.stop() }
}

/** A mongod without access control, as earlier versions ran it, with one document in `kept.marks`. */
export async function openMongod(dataDir: string, binary: string) {
  const folder = join(dataDir, 'mongo')
  await mkdir(join(folder, 'data'), { recursive: true })
  const port = await findFreePort()
  await writeLocalState(folder, { port, pid: null, version: '6.0.5' })
  const settings = { binary, dbPath: join(folder, 'data'), logPath: join(folder, 'mongod.log'), port, oplogMib: 990 }
  const spawned = await spawnMongod(settings)
  const identity = spawned.state === 'answering' ? identifyProcess(spawned.pid) : null
  if (!identity) throw new Error('The mongod without access control did not start')
  await becomePrimary(port, 30_000)
  await leaveMark(replicaSetUri(port))
  return { pid: identity.pid, port, stop: () => stopMongod({ ...identity, port }, 10_000) }
}

/** Inserts a document into `kept.marks` with majority and journal. */
export async function leaveMark(uri: string): Promise<void> {
  await using client = new MongoClient(uri, { w: 'majority', journal: true })
  await client.db('kept').collection('marks').insertOne({ colour: 'red' })
}

/** Counts the documents in `kept.marks`. */
export async function countMarks(uri: string): Promise<number> {
  await using client = new MongoClient(uri)
  return await client.db('kept').collection('marks').countDocuments()
}
