import { unpackSummary } from '@inlet/core'
import { unpackContent } from '@inlet/mail'
import { Binary, type Db, type Document, MongoClient } from 'mongodb'
import { SMTPServer } from 'smtp-server'
import { type MailName, mailNames } from './mails/natural-mails.ts'
import { putLoad } from './put-load.ts'
import type { ServedProduct } from './served-product.ts'
import { meterThreads, perMail, type ThreadTimes } from './thread-times.ts'

const connectionCounts = [1, 50]
const insertBatch = 20
const boundSeconds = 2

/** One row of the ingest table; rates are mails a second. */
export interface IngestRow {
  mail: MailName
  connections: number
  rate: number
  p50Ms: number
  p99Ms: number
  refused: number
  /** smtp-server alone, which discards the mail, under the same load. */
  bareSmtpRate: number
  /** `insertMany` alone, of the same mails in the simplest form: bodies and source unpacked. */
  bareInsertRate: number
  /** The bytes of a mail, at the mean. */
  mailBytes: number
  /** Processor time for one accepted mail, in µs. */
  threadUs: ThreadTimes
}

/** A mail, and over how many connections it is sent. */
export interface IngestPoint {
  mail: MailName
  connections: number
}

interface IngestOptions {
  product: ServedProduct
  databaseUri: string
  databasePid: number
  seconds: number
  only?: IngestPoint
}

/** Durable ingest over SMTP, compared with two raw bounds of the same run. */
export async function measureIngest(options: IngestOptions): Promise<IngestRow[]> {
  const { product, databaseUri, databasePid, seconds, only } = options
  const rows: IngestRow[] = []
  for (const mail of only ? [only.mail] : mailNames) {
    for (const connections of only ? [only.connections] : connectionCounts) {
      const load = { connections, mail, seconds, hostname: product.demo.domain.hostname, inboxes: 100 }
      const usedMs = meterThreads({ serverPid: product.pid, databasePid })
      const { mails, ...own } = await putLoad({ ...load, ...product.demo.smtp })
      const threadUs = perMail(usedMs(), mails)
      // Directly after the load: on a shared machine the speed may change within a minute.
      const bareInsertRate = await bareInsert(databaseUri, { stored: mails, seconds: boundSeconds })
      const bareSmtpRate = await bareSmtp((port) =>
        putLoad({ ...load, seconds: boundSeconds, host: '127.0.0.1', port }),
      )
      const { p50Ms, p99Ms, refused, mailBytes } = own
      rows.push({
        mail,
        connections,
        rate: mails / own.seconds,
        p50Ms,
        p99Ms,
        refused,
        bareSmtpRate,
        bareInsertRate,
        mailBytes,
        threadUs,
      })
    }
  }
  return rows
}

async function bareSmtp(load: (port: number) => Promise<{ mails: number; seconds: number }>): Promise<number> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, _session, reply) {
      stream.on('data', () => {})
      stream.on('end', reply)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  const { mails, seconds } = await load(address !== null && typeof address === 'object' ? address.port : 0)
  server.close()
  return mails / seconds
}

/** Batches of 20, one at a time, with the server's write and read concerns, into a collection without further indexes. */
async function bareInsert(
  databaseUri: string,
  { stored, seconds }: { stored: number; seconds: number },
): Promise<number> {
  const client = new MongoClient(databaseUri, { w: 'majority', journal: true })
  const db = client.db()
  const documents = await storedDocuments(db, stored)
  const bare = db.collection<{ _id: string }>('bareInserts')
  let written = 0
  const beganAt = performance.now()
  while (performance.now() - beganAt < seconds * 1000) {
    const batch = Array.from({ length: insertBatch }, (_, index) => ({
      ...documents[(written + index) % documents.length],
      _id: `bare-${written + index}`,
    }))
    await bare.insertMany(batch, { ordered: false })
    written += batch.length
  }
  const rate = written / ((performance.now() - beganAt) / 1000)
  await bare.drop()
  await client.close()
  return rate
}

/** The mails that the product stored last, as many as the load sent or 500, unpacked. */
async function storedDocuments(db: Db, stored: number): Promise<Document[]> {
  if (stored === 0) throw new Error('no mail was stored')
  const newest = await db.collection('messages').find().sort({ _id: -1 }).limit(Math.min(500, stored)).toArray()
  return newest.map(({ content, summary, ...facts }) => ({
    ...facts,
    summary: unpackSummary(summary),
    ...(content instanceof Binary ? unpackContent(content.buffer) : {}),
  }))
}
