import { inlineRawMaxBytes } from '@inlet/mail'
import { decodeTime } from 'ulid'
import { bounded } from '../bounded.ts'
import type { Deps } from '../deps.ts'
import type { LargeParts } from './message-model.ts'
import { orderSourceSweep } from './order-sweep.ts'
import { rawChunkModel } from './raw-chunk-model.ts'
import { sharedContentModel } from './shared-content-model.ts'

const chunkBytes = 1024 * 1024
// A crowd of large mails would be a burst to the database, which only delays all else.
const inTurn = bounded({ atOnce: 2 })
/** What the driver sends is serialized, and then copied into larger and larger messages. */
const driverCopies = 4
/** What messages share must be named by them within this time; the sweep looks for it after twice as long. */
const namedWithinMs = 60_000

/** Where a mail's large parts lie apart from its messages in one service. */
export interface PlacedApart {
  /** A ULID: its time is that of the writing. */
  sourceId: string
  /** Whether the copies share their content too, and not only the raw source. */
  sharesContent: boolean
}

/** What to place apart, until when at most, and, if anyone, whom to tell of the bytes that the driver has made and let go of. */
interface Placing {
  raw: Buffer
  /** Null where each message has its own. */
  shared: LargeParts | null
  expiresAt: Date
  noteGarbage?: ((bytes: number) => void) | undefined
}

/**
 * Writes a raw source above `inlineRawMaxBytes`, and what copies share, durably, before the messages that will name them. The order
 * for the sweep stands beside them from the start, so that what no message comes to name is removed, whatever ends this process.
 */
export async function placeApart(deps: Deps, { raw, shared, expiresAt, noteGarbage }: Placing): Promise<PlacedApart> {
  const sourceId = deps.newId()
  await orderSourceSweep(deps, [sourceId])
  if (shared) {
    await inTurn(() => sharedContentModel.in(deps.db).insertOne({ _id: sourceId, expiresAt, ...shared }))
    noteGarbage?.(driverCopies * shared.content.length)
  }
  const chunks = raw.length > inlineRawMaxBytes ? Math.ceil(raw.length / chunkBytes) : 0
  // One at a time: the loop can do other things in between, and a crowd of mails does not lie in memory several times.
  for (let index = 0; index < chunks; index += 1) {
    const bytes = raw.subarray(index * chunkBytes, (index + 1) * chunkBytes)
    await inTurn(() => rawChunkModel.in(deps.db).insertOne({ _id: `${sourceId}:${index}`, bytes, expiresAt }))
    noteGarbage?.(driverCopies * bytes.length)
  }
  return { sourceId, sharesContent: shared !== null }
}

/** Whether it is too late for a message to name what was placed: the sweep may come before the message is there to be seen. */
export function isPlacedTooLongAgo(deps: Deps, { sourceId }: PlacedApart): boolean {
  return deps.clock.now().getTime() - decodeTime(sourceId) > namedWithinMs
}
