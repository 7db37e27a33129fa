import { ReadConcern } from 'mongodb'
import type { World } from './world.ts'

/** How many change streams are open on the world's database: one for each process that holds a call. */
export async function openChangeStreams({ deps }: Pick<World, 'deps'>): Promise<number> {
  const operations = await deps.db.client
    .db('admin', { readConcern: new ReadConcern('local') })
    .aggregate([
      { $currentOp: { idleCursors: true } },
      {
        $match: {
          ns: `${deps.db.databaseName}.messages`,
          'cursor.originatingCommand.pipeline.0.$changeStream': { $exists: true },
        },
      },
    ])
    .toArray()
  return operations.length
}
