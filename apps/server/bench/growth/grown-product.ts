import { copyFile, mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { connectDatabase } from '@inlet/core'
import { startLocalMongod } from '@inlet/mongo'
import { demoFileIn } from '../../src/demo/demo-file.ts'
import type { BenchSetup } from '../bench-setup.ts'
import { type ServedProduct, serveProduct } from '../served-product.ts'
import { fillDatabase } from './fill-database.ts'
import { type KnownInbox, learnInboxes } from './known-inboxes.ts'
import { type StoredRow, storedBytes } from './stored-bytes.ts'

const inboxCount = 1_000

/** A server on a database of one size. */
export interface GrownProduct {
  mails: number
  stored: StoredRow
  product: ServedProduct
  inboxes: KnownInbox[]
  db: Awaited<ReturnType<typeof connectDatabase>>
  /** Another server process on the same database; the caller stops it. */
  serveAnother(): Promise<ServedProduct>
  databasePid: number
  stop(): Promise<void>
}

interface GrowthOrder {
  mails: number
  cacheMib: number | undefined
  onProgress: (line: string) => void
}

/** Starts a database and a server on it, and fills the database to its size. */
export async function growProduct(
  { folder, binary, isProfiled }: BenchSetup,
  { mails, cacheMib, onProgress }: GrowthOrder,
): Promise<GrownProduct> {
  const own = join(folder, `of-${mails}`)
  await mkdir(own)
  const mongod = await startLocalMongod({ dataDir: own, binary, cacheMib })
  const databaseUri = Object.assign(new URL(mongod.uri), { pathname: '/bench' }).href
  const serveAnother = async () => {
    // A folder of its own: the ports of a folder are those of the first server that runs with it. The key of the demo is in the file.
    const another = await mkdtemp(join(own, 'another-'))
    await copyFile(demoFileIn(own), demoFileIn(another))
    return serveProduct({ databaseUri, folder: another, isProfiled })
  }
  const closers = [() => mongod.stop()]
  const stop = async () => {
    for (const close of closers.reverse()) await close()
  }
  try {
    // Before filling: it creates the collections, and the demo only in an empty database.
    const product = await serveProduct({ databaseUri, folder: own, isProfiled })
    closers.push(() => product.stop())
    const db = await connectDatabase(databaseUri)
    closers.push(() => db.client.close())
    const tell = (line: string) => onProgress(`${mails}: ${line}`)
    const filled = await fillDatabase({ db, inboxes: inboxCount, mails, onProgress: tell })
    const stored = await storedBytes(db, { mails, rawBytes: filled.rawBytes })
    const inboxes = await learnInboxes(db, filled.inboxes)
    return { mails, stored, product, inboxes, db, serveAnother, databasePid: mongod.pid, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
