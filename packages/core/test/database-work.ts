import type { Deps } from '../src/deps.ts'

/** How many index keys and documents the database read for one query or command. */
export interface DatabaseWork {
  keysExamined: number
  docsExamined: number
}

/** The work of the database for each query on a collection while `work` ran, in their order; without queries that exceeded `maxTimeMS`. */
export async function workOn({ db }: Deps, collection: string, work: () => Promise<unknown>): Promise<DatabaseWork[]> {
  await db.command({ profile: 2 })
  await work()
  await db.command({ profile: 0 })
  const entries = await db
    .collection('system.profile')
    .find({ ns: `${db.databaseName}.${collection}`, errName: { $ne: 'MaxTimeMSExpired' } })
    .sort({ ts: 1 })
    .toArray()
  await db.dropCollection('system.profile')
  return entries.map(({ keysExamined, docsExamined }) => ({ keysExamined, docsExamined }))
}
