import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { messageModel, sourceIndex } from './message-model.ts'
import { rawChunkModel } from './raw-chunk-model.ts'

/** Removes a raw source that no message names any more. The last message that still names it brings its own order. */
export async function sweepRawSource(deps: Deps, sourceId: string): Promise<void> {
  const named = await messageModel
    .in(deps.db)
    .findOne({ sourceId }, { projection: { _id: 1 }, hint: sourceIndex, maxTimeMS: readBudgetMs })
  if (named) return

  // The ids of its chunks are `<sourceId>:<n>`, and `;` is the character behind the colon.
  await rawChunkModel.in(deps.db).deleteMany({ _id: { $gte: `${sourceId}:`, $lt: `${sourceId};` } })
}
