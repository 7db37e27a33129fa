import { AppError } from '@inlet/contract'
import { type Caller, permitted } from '../caller.ts'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { findVisibleMessage } from './find-visible-message.ts'
import { unpackSummary } from './message-summary.ts'
import { rawChunkModel } from './raw-chunk-model.ts'
import { unpackedOnce } from './to-message.ts'

/**
 * The source of a message, byte for byte as it came after dot-unstuffing; up to `SMTP_MAX_BYTES`. Asks a user for the role viewer.
 * Marks nothing read. @throws NOT_FOUND also where the message is deleted while it is being read; FORBIDDEN `wrong_service`
 */
export async function readSource(deps: Deps, caller: Caller, id: string): Promise<Buffer> {
  const { content, sourceId, summary } = permitted(caller, await findVisibleMessage(deps, id), {
    role: 'viewer',
    noun: 'message',
  })
  const { sizeBytes } = unpackSummary(summary)
  const { raw } = unpackedOnce(content)
  // Small sources lie in the content.
  if (raw.length > 0 || sourceId === undefined) return Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  return await readChunks(deps, sourceId, sizeBytes)
}

/** One chunk at a time, so that a large source lies in memory once. */
async function readChunks(deps: Deps, sourceId: string, sizeBytes: number): Promise<Buffer> {
  const chunks = rawChunkModel.in(deps.db)
  const source = Buffer.from(new ArrayBuffer(sizeBytes))
  for (let at = 0, index = 0; at < sizeBytes; index += 1) {
    const chunk = await chunks.findOne(
      { _id: `${sourceId}:${index}` },
      { promoteBuffers: true, maxTimeMS: readBudgetMs },
    )
    if (!chunk) throw new AppError('NOT_FOUND', 'The source of this message is no longer there')
    at += chunk.bytes.copy(source, at)
  }
  return source
}
