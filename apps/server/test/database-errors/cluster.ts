import { setTimeout as pause } from 'node:timers/promises'
import { connectDatabase, unpackSummary } from '@inlet/core'
import { startThrowAwaySet, type ThrowAwaySet } from '@inlet/mongo'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { walkPages } from '../support/walk-pages.ts'

/** Three members and two servers before them, each a process of its own; the servers share the demo service. */
export interface Cluster extends AsyncDisposable {
  set: ThrowAwaySet
  servers: [ServerProcess, ServerProcess]
  /** A key of the demo service that may do everything. */
  key: string
  /** Subjects of all messages whose subject begins so, by REST from one server or the other, each as often as it is there, sorted. */
  subjectsStored(beginning: string): Promise<string[]>
  /** Ids of messages whose large source is not there, or not whole. */
  brokenSources(): Promise<string[]>
}

/** Starts the cluster with MongoDB's own election settings, the servers with their own time limits. */
export async function startCluster(binary: string): Promise<Cluster> {
  await using starting = new AsyncDisposableStack()
  const set = starting.use(await startThrowAwaySet({ binary }))
  // A server that runs is in the stack before the other's failure empties it.
  const start = async () => starting.use(await startServerProcess(set.uri))
  const starts = [start(), start()] as const
  await Promise.allSettled(starts)
  const [one, two] = await Promise.all(starts)
  const db = await connectDatabase(set.uri)
  starting.defer(() => db.client.close())
  // Whoever was quicker has made the demo and has its keys.
  const key = (await one.key('admin')) || (await two.key('admin'))
  const started = starting.move()

  /** Each page from the other server than the one before. */
  let asked = 0
  async function ask(path: string) {
    const { httpPort } = asked % 2 === 0 ? one : two
    asked += 1
    const response = await fetch(`http://127.0.0.1:${httpPort}${path}`, { headers: { 'x-api-key': key } })
    if (response.status === 429) {
      await pause(Number(response.headers.get('retry-after')) * 1000)
      return await ask(path)
    }
    const text = await response.text()
    return { status: response.status, headers: {}, body: JSON.parse(text), text }
  }

  async function inboxes(): Promise<string[]> {
    const service = await db.collection('services').findOne({})
    const path = `/v1/services/${service?._id}/addresses?limit=100`
    const items = await walkPages((cursor) => ask(`${path}${cursor && `&cursor=${cursor}`}`))
    return items.map(({ fullAddress }) => String(fullAddress))
  }

  return {
    set,
    servers: [one, two],
    key,
    async subjectsStored(beginning) {
      const subjects: string[] = []
      for (const inbox of await inboxes()) {
        const path = `/v1/inboxes/${inbox}/messages?limit=100`
        const items = await walkPages((cursor) => ask(`${path}${cursor && `&cursor=${cursor}`}`))
        subjects.push(...items.map(({ subject }) => String(subject)))
      }
      return subjects.filter((subject) => subject.startsWith(beginning)).toSorted()
    },
    async brokenSources() {
      const withSource = db.collection<{ _id: string; sourceId: string; summary: string }>('messages')
      const chunks = db.collection<{ _id: string; bytes: { length(): number } }>('rawChunks')
      const broken: string[] = []
      for await (const { _id, sourceId, summary } of withSource.find({ sourceId: { $exists: true } })) {
        const parts = await chunks.find({ _id: { $gte: `${sourceId}:`, $lt: `${sourceId};` } }).toArray()
        const bytes = parts.reduce((sum, part) => sum + part.bytes.length(), 0)
        if (bytes !== unpackSummary(summary).sizeBytes) broken.push(_id)
      }
      return broken
    },
    [Symbol.asyncDispose]: () => started[Symbol.asyncDispose](),
  }
}
