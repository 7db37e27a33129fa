import type { ClientSession, Db } from 'mongodb'

/** Runs `work` in one transaction, which the driver retries after transient errors: `work` may run more than once. */
export function inTransaction<T>(db: Db, work: (tx: ClientSession) => Promise<T>): Promise<T> {
  return db.client.withSession((tx) =>
    tx.withTransaction(() => work(tx), {
      readConcern: { level: 'snapshot' },
      writeConcern: { w: 'majority', journal: true, wtimeoutMS: 10_000 },
    }),
  )
}
