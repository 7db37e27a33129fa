import { constants, createZstdCompress, zstdCompressSync } from 'node:zlib'

/** Enough to compress what source, text and HTML have in common; a higher level takes twice the time. */
const params = { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 }

/** More is compressed with a context of its own: the kept one would hold that much memory for good. */
const keptMaxBytes = 256 * 1024
/** A frame of incompressible bytes is longer than they are, by less than this (`ZSTD_compressBound`). */
const frameMaxBytes = keptMaxBytes + (keptMaxBytes >> 8) + 1024

/** Compresses into memory that it uses again; null where it cannot. */
type Compressor = (bytes: Buffer) => Buffer | null

const cannot: Compressor = () => null
let kept: Compressor | null = null

/**
 * Compresses bytes as one zstd frame (RFC 8878) with a checksum. The frame has memory of its own, of exactly its length: what is sent to
 * another thread brings all of its memory along.
 */
export function zstdFrame(bytes: Buffer): Uint8Array<ArrayBuffer> {
  if (bytes.length <= keptMaxBytes) {
    kept ??= keptCompressor()
    const frame = kept(bytes)
    if (frame) return new Uint8Array(frame)
    // It failed once, or Node has changed: the frames are the same without it.
    kept = cannot
  }
  return new Uint8Array(zstdCompressSync(bytes, { params, pledgedSrcSize: bytes.length }))
}

/**
 * Makes a compressor that keeps its zstd context. Node makes a stream and a context for each call of `zstdCompressSync`, which takes as
 * much processor time as compressing 10 kB, and more in garbage; it has no public way to keep one. So this calls what is behind its stream,
 * and makes sure of every step.
 */
export function keptCompressor(): Compressor {
  const stream = createZstdCompress({ params })
  const handle: unknown = Reflect.get(stream, '_handle')
  const left: unknown = Reflect.get(stream, '_writeState')
  if (typeof handle !== 'object' || handle === null || !(left instanceof Uint32Array)) return cannot
  const writeSync: unknown = Reflect.get(handle, 'writeSync')
  if (typeof writeSync !== 'function') return cannot

  const out = Buffer.allocUnsafeSlow(frameMaxBytes)
  stream.on('error', () => {})
  return (bytes) => {
    left.fill(bytes.length)
    Reflect.apply(writeSync, handle, [constants.ZSTD_e_end, bytes, 0, bytes.length, out, 0, out.length])
    // What is left of the room for output, and of the input.
    const [room = 0, input = 1] = left
    return input === 0 && room > 0 && room < out.length ? out.subarray(0, out.length - room) : null
  }
}
