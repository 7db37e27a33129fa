import { AppError, type ReadAttachmentInput } from '@inlet/contract'
import { type Caller, readBodies, readSource } from '@inlet/core'
import { asAttachment } from '../http/file-name.ts'
import type { ApiContext } from '../procedure/context.ts'
import { readFile, readParts } from './read-parts.ts'

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
 * Answers with the bytes of an attachment, as a file to be kept and never to be shown.
 * @throws NOT_FOUND also where there is no attachment at this index; what `readBodies` and `readFile` throw
 */
export async function respondWithAttachment(
  ctx: ApiContext,
  caller: Caller,
  { id, index }: ReadAttachmentInput,
): Promise<void> {
  const message = await readBodies(ctx.deps, caller, id)
  const source = () => readSource(ctx.deps, caller, id)
  const file = await readFile(ctx, caller, { message, index, source })
  if (!file) throw new AppError('NOT_FOUND', 'No such attachment')
  const { buffer, byteOffset, byteLength } = file.bytes
  ctx.request.respondWith({
    body: Buffer.from(buffer, byteOffset, byteLength),
    headers: {
      'Content-Type': fileType,
      'Content-Disposition': asAttachment(file.filename, `attachment-${index}`),
    },
  })
}
