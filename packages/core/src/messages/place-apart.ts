import { inlineRawMaxBytes } from '@inlet/mail'
import { decodeTime } from 'ulid'
import { bounded } from '../bounded.ts'
import { readBudgetMs } from '../database/connect.ts'
import { sharedLookupIn } from '../database/shared-lookup.ts'
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
/** The last moment, from the writing of large parts, at which the insert of a message that names them may begin. */
const namedWithinMs = 60_000
/**
 * How long the driver waits for one write at most: two attempts, each with 5 s to find a primary and 20 s for its answer
 * (`clientSettings` in connect.ts).
 */
const longestWriteMs = 2 * (5_000 + 20_000)
/**
 * An insert that began in time is confirmed by then: 60 s + 50 s = 110 s, and the sweep looks at 120 s (`sourceDelayMs`). So no message
 * is taken back that was inserted in time, and that a retry may have been answered with.
 */
const confirmedWithinMs = namedWithinMs + longestWriteMs

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

/** Whether it is too late to begin the insert of a message that names what was placed. */
export const isTooLateToName = (deps: Deps, placed: PlacedApart): boolean => ageMs(deps, placed) > namedWithinMs

/** Whether the sweep may have come before an insert that has just been confirmed, and have removed what the message names. */
export const isConfirmedTooLate = (deps: Deps, placed: PlacedApart): boolean => ageMs(deps, placed) > confirmedWithinMs

const ageMs = (deps: Deps, { sourceId }: PlacedApart) => deps.clock.now().getTime() - decodeTime(sourceId)

const lookUpPlaced = sharedLookupIn(async (db, sourceIds) => {
  const options = { projection: { _id: 1 }, maxTimeMS: readBudgetMs } as const
  const [contents, chunks] = await Promise.all([
    sharedContentModel
      .in(db)
      .find({ _id: { $in: sourceIds } }, options)
      .toArray(),
    rawChunkModel
      .in(db)
      .find({ _id: { $in: sourceIds.map(firstChunkId) } }, options)
      .toArray(),
  ])
  const found = new Set([...contents, ...chunks].map(({ _id }) => _id))
  return new Map(sourceIds.map((id) => [id, found.has(id) || found.has(firstChunkId(id))]))
})

/** Whether what was placed is still there: the shared content or the first chunk of the source; the sweep removes both. */
export async function isStillPlaced({ db }: Deps, sourceId: string): Promise<boolean> {
  return (await lookUpPlaced(db, sourceId)) === true
}

const firstChunkId = (sourceId: string) => `${sourceId}:0`
