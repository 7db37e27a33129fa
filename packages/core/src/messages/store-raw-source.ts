import type { Deps } from '../deps.ts'
import { type RawChunkDoc, rawChunkModel } from './raw-chunk-model.ts'

const chunkBytes = 1024 * 1024

/** Above this a raw source lies in `rawChunks`; below it stands in the message itself. */
export const inlineRawMaxBytes = 256 * 1024

/**
 * Writes a large raw source, durably, before the messages that will name it.
 * @returns its `sourceId`; chunks that no message comes to name go by their `expiresAt`
 */
export async function storeRawSource(deps: Deps, raw: Buffer, expiresAt: Date): Promise<string> {
  const sourceId = deps.newId()
  const collection = rawChunkModel.in(deps.db)
  const chunks: RawChunkDoc[] = []
  for (let start = 0; start < raw.length; start += chunkBytes) {
    chunks.push({ _id: `${sourceId}:${chunks.length}`, bytes: raw.subarray(start, start + chunkBytes), expiresAt })
  }
  await collection.insertMany(chunks)
  return sourceId
}
