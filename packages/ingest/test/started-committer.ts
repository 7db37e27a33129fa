import {
  connectDatabase,
  type Deps,
  ensureCollections,
  type IncomingMessage,
  insertDomain,
  insertService,
  processMemory,
  recipientResolver,
  unlimitedPlans,
  unpackSummary,
} from '@inlet/core'
import { createMailParser, packMail } from '@inlet/mail'
import { createLog, createMetrics, idSource } from '@inlet/runtime'
import { freshDatabase, testClock } from '@inlet/testkit'
import { createCommitter } from '../src/intake/committer.ts'

const parseMail = createMailParser()

/** The subject of a stored message. */
export const subjectOf = ({ summary }: { summary: string }) => unpackSummary(summary).subject

type InsertMany = (documents: { summary: string }[]) => Promise<unknown>
type UpdateOne = (filter: { _id: string }, ...more: object[]) => Promise<unknown>

type OnInsert = (documents: { summary: string }[], insert: () => Promise<unknown>) => Promise<unknown>
/** Gets the id of the service. */
type OnReserve = (serviceId: string, reserve: () => Promise<unknown>) => Promise<unknown>

/** The plan of new services, and one in which first mails may make two addresses. */
const { defaultPlan } = unlimitedPlans
const twoByMail = { ...defaultPlan, id: 'two', limits: { ...defaultPlan.limits, addresses: 4 } }
const plans = { all: [defaultPlan, twoByMail], defaultPlan }

/**
 * Commits against a database of its own; `onInsert` stands between the committer and every insert of messages, `onReserve` between it and
 * every change of the count of a service's addresses.
 */
export async function startCommits(
  onInsert: OnInsert = (_, insert) => insert(),
  onReserve: OnReserve = (_, reserve) => reserve(),
) {
  const database = freshDatabase()
  const db = await connectDatabase(database.uri)
  await ensureCollections(db)
  const clock = testClock()
  const real: Deps = { db, clock, ...idSource(clock), plans, ...processMemory(db) }
  const { hostname } = await startService('inlet.test')
  const resolve = recipientResolver(real)

  async function startService(hostname: string, plan?: 'two') {
    const { _id: serviceId } = await insertService(real, { name: 'Tests' })
    if (plan) await db.collection<{ _id: string }>('services').updateOne({ _id: serviceId }, { $set: { plan } })
    await insertDomain(real, { serviceId, hostname, state: 'verified', publicInbox: true })
    return { serviceId, hostname }
  }

  const watched = Object.create(db, {
    collection: {
      value: (name: string) => {
        const collection = db.collection<{ _id: string }>(name)
        if (name === 'addressCounts') {
          const updateOne: UpdateOne = (filter, update, options) =>
            onReserve(filter._id, () => collection.updateOne(filter, update ?? {}, options))
          return Object.create(collection, { updateOne: { value: updateOne } })
        }
        if (name !== 'messages') return collection
        const insertMany: InsertMany = (documents) =>
          onInsert(documents, () => db.collection(name).insertMany(documents, { ordered: false }))
        return Object.create(collection, { insertMany: { value: insertMany } })
      },
    },
  })
  const lines: string[] = []
  const parsing = { count: 0 }
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const metrics = createMetrics()
  const deps: Deps = { ...real, db: watched }
  const committer = createCommitter({ deps, log, metrics, mailsInParsing: () => parsing.count })

  async function incoming(
    subject: string,
    options: { id?: string; contentBytes?: number; to?: string; at?: string; clientIp?: string } = {},
  ): Promise<IncomingMessage> {
    const raw = Buffer.from(
      `Subject: ${subject}\r\n${options.id ? `Message-ID: <${options.id}@x.example>\r\n` : ''}\r\nBody of it\r\n`,
    )
    const parsed = packMail(parseMail(raw, { mailFrom: '', isTls: false }), raw)
    return {
      recipient: await resolve(`${options.to ?? 'code'}@${options.at ?? hostname}`),
      mail: {
        parsed: options.contentBytes ? { ...parsed, content: new Uint8Array(options.contentBytes) } : parsed,
        envelope: { mailFrom: '', clientIp: options.clientIp ?? '127.0.0.1', helo: 'client.test', isTls: false },
      },
    }
  }

  return {
    db,
    committer,
    /** What a part of the committer needs. */
    parts: { deps, log, metrics },
    /** How many mails are being parsed, as the committer sees it. */
    parsing,
    incoming,
    /** Another service with a public domain, on the plan of all, or on one in which first mails may make two addresses. */
    startService,
    entries: () => lines.map((line) => JSON.parse(line)),
    lines,
    subjects: async () =>
      (await db.collection<{ summary: string }>('messages').find().sort({ _id: 1 }).toArray()).map(subjectOf),
    async [Symbol.asyncDispose]() {
      await db.client.close()
      await database[Symbol.asyncDispose]()
    },
  }
}
