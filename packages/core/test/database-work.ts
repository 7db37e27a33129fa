import type { Deps } from '../src/deps.ts'

/** How many index keys and documents the database looked at for one query or command. */
export interface DatabaseWork {
  keysExamined: number
  docsExamined: number
}

/** What the database did for each query on a collection while `work` ran, in their order; not for what ran out of its time and was asked again. */
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
