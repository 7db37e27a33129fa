import { Readable } from 'node:stream'
import type { Deps } from '@inlet/core'
import type { Log } from '@inlet/runtime'
import type { ApiRequest } from '../http/api-request.ts'

/**
 * At most this much of a source is in memory while it is sent: a piece that is being read, one that waits, and one that the client has not
 * taken yet, each of 1 MiB.
 */
const pendingMaxBytes = 4 * 1024 * 1024

/** What a response needs that is read while it is sent. */
export interface StreamContext {
  deps: Deps
  request: Pick<ApiRequest, 'id' | 'reserve' | 'respondWith'>
  log: Log
}

/** Counts a response of this size that is sent piece by piece; to be called before anything is read. @throws as `reserve` */
export const reserveForPieces = ({ request }: StreamContext, sizeBytes: number): void =>
  request.reserve(Math.min(sizeBytes, pendingMaxBytes))

/**
 * The pieces as a body, each asked for when the client has taken the one before. An error on the way cuts the response off, and is in the
 * log.
 */
export function streamOf({ request, log }: StreamContext, pieces: AsyncIterable<Uint8Array>): Readable {
  const body = Readable.from(pieces, { objectMode: false, highWaterMark: 1 })
  body.on('error', (error) => log.error({ requestId: request.id, error }, 'response ended early'))
  return body
}
