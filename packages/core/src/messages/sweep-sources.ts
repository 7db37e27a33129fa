import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { messageModel, sourceIndex } from './message-model.ts'
import { rawChunkModel } from './raw-chunk-model.ts'
import { sharedContentModel } from './shared-content-model.ts'

/** Removes what lies apart and is named by no message any more. The last message that still names it brings its own order. */
export async function sweepSources(deps: Deps, sourceIds: string[]): Promise<void> {
  const named = await messageModel
    .in(deps.db)
    .aggregate<{ _id: string }>([{ $match: { sourceId: { $in: sourceIds } } }, { $group: { _id: '$sourceId' } }], {
      hint: sourceIndex,
      maxTimeMS: readBudgetMs,
    })
    .toArray()
  const kept = new Set(named.map(({ _id }) => _id))
  for (const sourceId of new Set(sourceIds).difference(kept)) {
    await sharedContentModel.in(deps.db).deleteOne({ _id: sourceId })
    // The ids of its chunks are `<sourceId>:<n>`, and `;` is the character behind the colon.
    await rawChunkModel.in(deps.db).deleteMany({ _id: { $gte: `${sourceId}:`, $lt: `${sourceId};` } })
  }
}
