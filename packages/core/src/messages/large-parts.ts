import { AppError } from '@inlet/contract'
import { inlineRawMaxBytes } from '@inlet/mail'
import { decodeTime } from 'ulid'
import { readBudgetMs } from '../database/connect.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { enqueueSourceSweep } from '../sweep-orders/enqueue-sweep.ts'
import { chunkId, rawChunkModel, sharedContentModel } from './large-parts-model.ts'
import { type LargeParts, messageModel, sourceIndex } from './message-model.ts'

const chunkBytes = 1024 * 1024
/** The driver serializes a document and then copies it into larger and larger messages. */
const driverCopies = 4
/** The insert of a message that names large parts must begin within this time of writing them. */
const insertWithinMs = 60_000
/**
 * The driver's longest wait for one write: two attempts, each with 5 s to find a primary and 20 s for its answer (`clientSettings` in
 * connect.ts).
 */
const longestWriteMs = 2 * (5_000 + 20_000)
/**
 * An insert that began in time is confirmed by then: 60 s + 50 s = 110 s, and the sweep runs at 120 s (`sourceDelayMs`). So a message
 * that was inserted in time, and that a retry may have been answered with, is never deleted.
 */
const confirmedWithinMs = insertWithinMs + longestWriteMs

/** Refers to the large parts of a mail that are stored apart from its messages in one service. */
export interface LargePartsRef {
  /** A ULID; its time is that of the writing. */
  sourceId: string
  /** Whether the copies share their bodies and search text too, and not only the raw source. */
  sharesContent: boolean
}

interface NewLargeParts {
  /** Services take turns with their writes. */
  serviceId: string
  raw: Buffer
  /** Null where each message has its own. */
  shared: LargeParts | null
  expiresAt: Date
  /** Called with the bytes that the driver has allocated and released. */
  onGarbage?: ((bytes: number) => void) | undefined
}

/**
 * Stores a raw source above `inlineRawMaxBytes`, and what copies share, durably, before the messages that will name them. The sweep is
 * ordered first, so that parts to which no message refers are removed even if this process is killed.
 */
export async function insertLargeParts(deps: Deps, parts: NewLargeParts): Promise<LargePartsRef> {
  const { serviceId, raw, shared, expiresAt, onGarbage } = parts
  const turn = { key: serviceId }
  const sourceId = deps.newId()
  await enqueueSourceSweep(deps, [sourceId])
  if (shared) {
    const document = { _id: sourceId, expiresAt, ...shared }
    await deps.largeWrites.run(turn, () => sharedContentModel.in(deps.db).insertOne(document))
    onGarbage?.(driverCopies * shared.content.length)
  }
  const chunks = raw.length > inlineRawMaxBytes ? Math.ceil(raw.length / chunkBytes) : 0
  // One after the other: the event loop stays free in between, and many mails at once are not copied in memory at the same time.
  for (let index = 0; index < chunks; index += 1) {
    const bytes = raw.subarray(index * chunkBytes, (index + 1) * chunkBytes)
    await deps.largeWrites.run(turn, () =>
      rawChunkModel.in(deps.db).insertOne({ _id: chunkId(sourceId, index), bytes, expiresAt }),
    )
    onGarbage?.(driverCopies * bytes.length)
  }
  return { sourceId, sharesContent: shared !== null }
}

/** Whether it is too late to begin the insert of a message that names these parts. */
export const isTooLateToInsert = (deps: Deps, ref: LargePartsRef): boolean => ageMs(deps, ref) > insertWithinMs

/** Whether an insert was confirmed so late that the sweep may have removed the parts before it. */
export const isConfirmedTooLate = (deps: Deps, ref: LargePartsRef): boolean => ageMs(deps, ref) > confirmedWithinMs

const ageMs = (deps: Deps, { sourceId }: LargePartsRef) => deps.clock.now().getTime() - decodeTime(sourceId)

/** A part of a source: from `from`, up to and without `to`. */
export interface SourceRange {
  from: number
  to: number
}

/** This part of a raw source in pieces, of which each is read when it is asked for. @throws NOT_FOUND where it is deleted meanwhile */
export async function* rawChunks(
  deps: Deps,
  sourceId: string,
  { from, to }: SourceRange,
): AsyncGenerator<Buffer, void, void> {
  const chunks = rawChunkModel.in(deps.db)
  const firstIndex = Math.floor(from / chunkBytes)
  for (let at = firstIndex * chunkBytes, index = firstIndex; at < to; index += 1) {
    const options = { promoteBuffers: true, maxTimeMS: readBudgetMs }
    const chunk = await chunks.findOne({ _id: chunkId(sourceId, index) }, options)
    if (!chunk) throw new AppError('NOT_FOUND', 'The source of this message is no longer there')
    const bytes = chunk.bytes.subarray(Math.max(0, from - at), to - at)
    at += chunk.bytes.length
    if (bytes.length > 0) yield bytes
  }
}

/** Reads a raw source one chunk at a time, so that it is in memory once. @throws NOT_FOUND where it is deleted meanwhile */
export async function readRawChunks(deps: Deps, sourceId: string, sizeBytes: number): Promise<Buffer> {
  const source = Buffer.from(new ArrayBuffer(sizeBytes))
  let at = 0
  for await (const bytes of rawChunks(deps, sourceId, { from: 0, to: sizeBytes })) at += bytes.copy(source, at)
  return source
}

/**
 * Deletes the large parts that no message names any more. Deleting the last message that names them orders another sweep. The parts of a
 * source are deleted in one transaction: to a retry, one part that is still there means that all are (`hasLargeParts`).
 */
export async function deleteUnnamedLargeParts(deps: Deps, sourceIds: string[]): Promise<void> {
  const named = await messageModel
    .in(deps.db)
    .aggregate<{ _id: string }>([{ $match: { sourceId: { $in: sourceIds } } }, { $group: { _id: '$sourceId' } }], {
      hint: sourceIndex,
      maxTimeMS: readBudgetMs,
    })
    .toArray()
  const kept = new Set(named.map(({ _id }) => _id))
  for (const sourceId of new Set(sourceIds).difference(kept)) {
    await inTransaction(deps.db, async (tx) => {
      await sharedContentModel.in(deps.db).deleteOne({ _id: sourceId }, { session: tx })
      // The ids of its chunks are `<sourceId>:<n>`, and `;` is the character after the colon.
      const chunkIds = { $gte: `${sourceId}:`, $lt: `${sourceId};` }
      await rawChunkModel.in(deps.db).deleteMany({ _id: chunkIds }, { session: tx })
    })
  }
}
