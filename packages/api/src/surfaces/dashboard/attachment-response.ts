import { AppError, type ReadAttachmentInput } from '@inlet/contract'
import { type Caller, openSource, readBodies, readSource } from '@inlet/core'
import { decodePieces } from '@inlet/mail'
import { asAttachment } from '../../http/file-name.ts'
import { findFile, readParts } from '../../mail-workers/read-parts.ts'
import { reserveForPieces, streamOf } from '../../mail-workers/stream-pieces.ts'
import type { ApiContext } from '../../procedure/context.ts'

/**
 * The media type of every attachment, whatever the mail says: no browser shows a file of it, so that nothing in a mail becomes a page of
 * our origin.
 */
export const fileType = 'application/octet-stream'

/** The attachments of a message, without their bytes. @throws what `readBodies` and `readParts` throw */
export async function attachmentsOf(ctx: ApiContext, caller: Caller, id: string) {
  const message = await readBodies(ctx.deps, caller, id)
  const source = () => readSource(ctx.deps, caller, id)
  const { attachments = [] } = await readParts(ctx, caller, { message, include: ['attachments'], source })
  return attachments
}

/**
 * Answers with the bytes of an attachment, as a file to be kept and never to be shown. A thread finds it in its mail; then it is read again
 * and decoded piece by piece, as the client takes it, so that the mail is in memory once at most, and not while the file is sent.
 * @throws NOT_FOUND also where there is no attachment at this index; what `readBodies` and `findFile` throw
 */
export async function respondWithAttachment(
  ctx: ApiContext,
  caller: Caller,
  { id, index }: ReadAttachmentInput,
): Promise<void> {
  const { sizeBytes } = await readBodies(ctx.deps, caller, id)
  reserveForPieces(ctx, sizeBytes)
  const file = await findFile(ctx, caller, { index, source: () => readSource(ctx.deps, caller, id) })
  if (!file) throw new AppError('NOT_FOUND', 'No such attachment')
  const { pieces } = await openSource(ctx.deps, caller, { id, range: file })
  ctx.request.respondWith({
    body: streamOf(ctx, decodePieces(pieces, file.encoding)),
    headers: {
      'Content-Type': fileType,
      'Content-Length': String(file.sizeBytes),
      'Content-Disposition': asAttachment(file.filename, `attachment-${index}`),
    },
  })
}
