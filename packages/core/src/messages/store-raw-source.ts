import { bounded } from '../bounded.ts'
import type { Deps } from '../deps.ts'
import { rawChunkModel } from './raw-chunk-model.ts'

const chunkBytes = 1024 * 1024
/** The driver makes a copy of what it sends: so few that a crowd of large mails does not lie in memory twice. */
const chunksAtOnce = 4
// And a crowd of them would be a burst to the database, which only delays all else.
const inTurn = bounded({ atOnce: 2 })

/** Above this a raw source lies in `rawChunks`; below it stands in the message itself. */
export const inlineRawMaxBytes = 256 * 1024

/** How a raw source is stored: until when at most, and, if anyone, whom to tell of the bytes that the driver has made and let go of. */
interface Storing {
  expiresAt: Date
  noteGarbage?: (bytes: number) => void
}

/**
 * Writes a large raw source, durably, before the messages that will name it.
 * @returns its `sourceId`; chunks that no message comes to name go by their `expiresAt`
 */
export async function storeRawSource(deps: Deps, raw: Buffer, { expiresAt, noteGarbage }: Storing): Promise<string> {
  const sourceId = deps.newId()
  const collection = rawChunkModel.in(deps.db)
  for (let first = 0; first * chunkBytes < raw.length; first += chunksAtOnce) {
    const chunks = chunksOf(raw, first).map((bytes, index) => ({
      _id: `${sourceId}:${first + index}`,
      bytes,
      expiresAt,
    }))
    await inTurn(() => collection.insertMany(chunks))
    // Each chunk as BSON, and all of them once more in the message to the database.
    noteGarbage?.(2 * chunks.length * chunkBytes)
  }
  return sourceId
}

function chunksOf(raw: Buffer, first: number): Buffer[] {
  const starts = Array.from({ length: chunksAtOnce }, (_, index) => (first + index) * chunkBytes)
  return starts.filter((start) => start < raw.length).map((start) => raw.subarray(start, start + chunkBytes))
}
