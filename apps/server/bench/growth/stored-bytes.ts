import type { Db } from 'mongodb'

/** The size of mails in the database; in bytes for each raw byte where the name says so. */
export interface StoredRow {
  mails: number
  rawBytes: number
  /** The documents, bodies and source packed. */
  documentBytes: number
  /** On the disk. */
  dataBytes: number
  indexBytes: number
  documentsPerRaw: number
  diskPerRaw: number
}

const collections = ['messages', 'addresses', 'rawChunks', 'sharedContents']

/** Measures all that is stored for this many mails, after a checkpoint. */
export async function storedBytes(
  db: Db,
  { mails, rawBytes }: { mails: number; rawBytes: number },
): Promise<StoredRow> {
  await db.admin().command({ fsync: 1 })
  const sum = { documentBytes: 0, dataBytes: 0, indexBytes: 0 }
  for (const collection of collections) {
    const stats = await db.command({ collStats: collection })
    sum.documentBytes += Number(stats.size)
    sum.dataBytes += Number(stats.storageSize)
    sum.indexBytes += Number(stats.totalIndexSize)
  }
  return {
    mails,
    rawBytes,
    ...sum,
    documentsPerRaw: sum.documentBytes / rawBytes,
    diskPerRaw: (sum.dataBytes + sum.indexBytes) / rawBytes,
  }
}

/** A row for the terminal. */
export function storedLine(row: StoredRow): Record<string, number> {
  const perMail = (bytes: number) => Math.round(bytes / row.mails)
  return {
    mails: row.mails,
    'raw bytes each': perMail(row.rawBytes),
    'document bytes each': perMail(row.documentBytes),
    'data on disk each': perMail(row.dataBytes),
    'indexes each': perMail(row.indexBytes),
    'documents per raw byte': Number(row.documentsPerRaw.toFixed(2)),
    'disk per raw byte': Number(row.diskPerRaw.toFixed(2)),
  }
}
