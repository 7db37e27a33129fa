import type { Db } from 'mongodb'

/** The time by the database's clock, which is one for all processes. */
export async function databaseTime({ db }: { db: Db }): Promise<Date> {
  const { localTime } = await db.command({ hello: 1 })
  return localTime
}
