import { bounded } from '../bounded.ts'
import type { Deps } from '../deps.ts'
import { rawChunkModel } from './raw-chunk-model.ts'

const chunkBytes = 1024 * 1024
// A crowd of large mails would be a burst to the database, which only delays all else.
const inTurn = bounded({ atOnce: 2 })
/** What the driver sends is serialized, and then copied into larger and larger messages. */
const driverCopies = 4

/** How a raw source is stored: until when at most, and, if anyone, whom to tell of the bytes that the driver has made and let go of. */
interface Storing {
  expiresAt: Date
  noteGarbage?: (bytes: number) => void
}

/**
 * Writes a raw source above `inlineRawMaxBytes`, durably, before the messages that will name it.
 * @returns its `sourceId`; chunks that no message comes to name go by their `expiresAt`
 */
export async function storeRawSource(deps: Deps, raw: Buffer, { expiresAt, noteGarbage }: Storing): Promise<string> {
  const sourceId = deps.newId()
  const collection = rawChunkModel.in(deps.db)
  // One at a time: the loop can do other things in between, and a crowd of mails does not lie in memory several times.
  for (let index = 0; index * chunkBytes < raw.length; index++) {
    const bytes = raw.subarray(index * chunkBytes, (index + 1) * chunkBytes)
    await inTurn(() => collection.insertOne({ _id: `${sourceId}:${index}`, bytes, expiresAt }))
    noteGarbage?.(driverCopies * bytes.length)
  }
  return sourceId
}
