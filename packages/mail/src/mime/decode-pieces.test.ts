import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { decodePieces } from './decode-pieces.ts'
import type { TransferEncoding } from './transfer-encoding.ts'

const mebibyte = 1024 * 1024
const inLines = (text: string) => Buffer.from(text.replaceAll(/.{76}/g, '$&\r\n'), 'latin1')
const quoted = (bytes: Buffer) => [...bytes].map((byte) => `=${byte.toString(16).padStart(2, '0')}`).join('=\r\n')

const parts: { encoding: TransferEncoding; file: Buffer; encoded: Buffer }[] = [3 * mebibyte + 1].flatMap((size) => {
  const file = randomBytes(size)
  return [
    { encoding: 'base64', file, encoded: inLines(file.toString('base64')) },
    { encoding: 'quoted-printable', file, encoded: Buffer.from(quoted(file)) },
    { encoding: 'identity', file, encoded: file },
  ]
})

test.each(parts)(
  'of a large part in $encoding one piece at a time is read, and none while the one before waits',
  async ({ encoding, file, encoded }) => {
    let bytesRead = 0
    async function* pieces() {
      for (let at = 0; at < encoded.length; at += 64 * 1024) {
        const piece = encoded.subarray(at, at + 64 * 1024)
        bytesRead += piece.length
        yield piece
      }
    }
    const taken: Buffer[] = []
    let mostAhead = 0
    let bytesReadBefore = 0
    for await (const piece of decodePieces(pieces(), encoding)) {
      mostAhead = Math.max(mostAhead, bytesRead - bytesReadBefore)
      bytesReadBefore = bytesRead
      expect(piece.length).toBeLessThanOrEqual(64 * 1024 + 1_001)
      taken.push(piece)
    }

    expect(mostAhead).toBeLessThanOrEqual(64 * 1024)
    expect(Buffer.concat(taken).equals(file)).toBe(true)
  },
)
