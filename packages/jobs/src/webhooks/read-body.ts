import type { Readable } from 'node:stream'

const readMaxBytes = 64 * 1024
const keptBytes = 1024

/**
 * The first kilobyte of an answer, as text. At most 64 kB are read, for `readMs`: a longer body is given up with its connection, since the
 * status has decided already. Never rejects.
 */
export async function readBody(body: Readable, readMs: number): Promise<string> {
  const kept: Buffer[] = []
  let bytes = 0
  const timer = setTimeout(() => body.destroy(), readMs)
  try {
    for await (const chunk of body) {
      const piece = Buffer.from(chunk)
      if (bytes < keptBytes) kept.push(piece.subarray(0, keptBytes - bytes))
      bytes += piece.length
      if (bytes > readMaxBytes) break
    }
  } catch {
    // A body that ends early, or too late: what came is kept.
  } finally {
    clearTimeout(timer)
    body.destroy()
  }
  // A character that the cut divides becomes a replacement character.
  return Buffer.concat(kept).toString('utf8')
}
