import { pieceDecoder, type TransferEncoding } from './transfer-encoding.ts'

/**
 * Decodes a part of a mail that comes in pieces. A piece is asked for when what came of the one before has been taken, so that one is in
 * memory at a time. None that is yielded is empty.
 */
export async function* decodePieces(
  pieces: AsyncIterable<Buffer>,
  encoding: TransferEncoding,
): AsyncGenerator<Buffer, void, void> {
  const decode = pieceDecoder(encoding)
  for await (const piece of pieces) {
    const decoded = decode(piece, false)
    if (decoded.length > 0) yield decoded
  }
  const rest = decode(Buffer.alloc(0), true)
  if (rest.length > 0) yield rest
}
