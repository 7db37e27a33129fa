import { createHash, createHmac } from 'node:crypto'
import { AppError, hourMs, limits } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import { databaseError, isDuplicateKey } from '../database/errors.ts'
import type { Deps } from '../deps.ts'
import { type IdempotencyKeyDoc, idempotencyKeyModel } from './idempotency-key-model.ts'

/** One call under an `Idempotency-Key`. */
export interface IdempotentCall<T> {
  callerId: string
  route: string
  key: string
  body: Record<string, unknown>
  /** Parses a stored reply; throws where it is malformed. */
  parseReply: (stored: unknown) => T
}

/** One attempt, which holds the lease: `reservedId` is the new record's id. */
export interface IdempotentRun {
  rowId: string
  leaseId: string
  reservedId: string
}

/**
 * Does `work` once for each key, or returns the stored reply. `work` must store its reply with `finishIdempotent` in its own transaction.
 * A refused call frees the key; one whose outcome is unknown keeps the reserved id, so that a retry completes the same record.
 * @throws UNPROCESSABLE_CONTENT `idempotency_mismatch` for another body; CONFLICT `idempotency_in_progress`; whatever `work` throws
 */
export async function runIdempotent<T>(
  deps: Deps,
  call: IdempotentCall<T>,
  work: (run: IdempotentRun) => Promise<T>,
): Promise<{ reply: T; isReplay: boolean }> {
  const rowId = createHash('sha256')
    .update(JSON.stringify([call.callerId, call.route, call.key]))
    .digest('base64url')
  const bodyMac = createHmac('sha256', call.key).update(canonicalJson(call.body)).digest('base64url')
  const { run, row } = await claim(deps, rowId, bodyMac)
  if (!run) return { reply: call.parseReply(row.reply), isReplay: true }

  try {
    return { reply: await work(run), isReplay: false }
  } catch (error) {
    await release(deps, run, error)
    throw error
  }
}

/** Stores the reply in the transaction that creates the record. @throws CONFLICT when another attempt has the lease now */
export async function finishIdempotent(
  deps: Deps,
  tx: ClientSession,
  done: { run: IdempotentRun; reply: unknown },
): Promise<void> {
  const { rowId, leaseId } = done.run
  const { matchedCount } = await idempotencyKeyModel
    .in(deps.db)
    .updateOne({ _id: rowId, leaseId }, { $set: { reply: done.reply } }, { session: tx })
  if (matchedCount === 0) throw inProgress()
}

async function claim(
  deps: Deps,
  rowId: string,
  bodyMac: string,
): Promise<{ run: IdempotentRun | null; row: IdempotencyKeyDoc }> {
  const model = idempotencyKeyModel.in(deps.db)
  const now = deps.clock.now()
  const lease = { leaseId: deps.newId(), leaseUntil: new Date(now.getTime() + limits.idempotencyLeaseSeconds * 1000) }
  const inserted: IdempotencyKeyDoc = {
    _id: rowId,
    bodyMac,
    reservedId: deps.newId(),
    ...lease,
    expiresAt: new Date(now.getTime() + limits.idempotencyKeptHours * hourMs),
  }
  // An expired row no longer counts, even if the TTL monitor has not deleted it yet.
  await model.deleteOne({ _id: rowId, expiresAt: { $lte: now } })
  try {
    await model.insertOne(inserted)
    return { run: runOf(inserted), row: inserted }
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
  }

  const row = await model.findOne({ _id: rowId }, { maxTimeMS: readBudgetMs })
  if (!row) throw inProgress()
  if (row.bodyMac !== bodyMac) {
    throw AppError.of('idempotency_mismatch')
  }
  if (row.reply !== undefined) return { run: null, row }

  const taken = await model.findOneAndUpdate(
    { _id: rowId, leaseId: row.leaseId, leaseUntil: { $lte: now }, reply: { $exists: false } },
    { $set: lease },
    { returnDocument: 'after' },
  )
  if (!taken) throw inProgress()
  return { run: runOf(taken), row: taken }
}

async function release(deps: Deps, run: IdempotentRun, error: unknown): Promise<void> {
  const model = idempotencyKeyModel.in(deps.db)
  const ownLease = { _id: run.rowId, leaseId: run.leaseId, reply: { $exists: false } }
  const isRefusal =
    error instanceof AppError && error.code !== 'INTERNAL_SERVER_ERROR' && error.code !== 'SERVICE_UNAVAILABLE'
  try {
    if (isRefusal) await model.deleteOne(ownLease)
    else await model.updateOne(ownLease, { $set: { leaseUntil: deps.clock.now() } })
  } catch (releaseError) {
    // The lease expires by itself; the caller gets the first error.
    if (!databaseError(releaseError)) throw releaseError
  }
}

const runOf = (row: IdempotencyKeyDoc): IdempotentRun => ({
  rowId: row._id,
  leaseId: row.leaseId,
  reservedId: row.reservedId,
})

const inProgress = () => AppError.of('idempotency_in_progress', { retryAfterSeconds: 1 })

const canonicalJson = (body: Record<string, unknown>) =>
  JSON.stringify(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1)))
