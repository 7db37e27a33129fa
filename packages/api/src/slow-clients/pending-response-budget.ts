import type { ServerResponse } from 'node:http'
import { AppError } from '@inlet/contract'
import type { HttpLimits } from './http-limits.ts'

const retryAfterSeconds = 5

/** A response in progress, and the id of the caller or client that it is for. */
interface PendingResponse {
  owner: string
  response: ServerResponse
}

/** Bytes of a response. */
interface PendingBytes extends PendingResponse {
  bytes: number
}

/** Limits the memory of responses that clients have not read yet, for each owner and in all. */
export interface PendingResponseBudget {
  /** To be called before the work for a response starts. @throws SERVICE_UNAVAILABLE when the owner's other responses, or those of all, fill the budget */
  assertRoom(pending: PendingResponse): void
  /**
   * Counts more bytes of a response until it is sent or its connection is closed.
   * @throws SERVICE_UNAVAILABLE where they do not fit into the budget beside other responses
   */
  reserve(more: PendingBytes): void
}

/** Makes the budget of a process. A response that is the only one always fits, whatever its size. */
export function pendingResponseBudget(
  limits: Pick<HttpLimits, 'pendingResponseBytes' | 'pendingResponseBytesPerKey'>,
): PendingResponseBudget {
  const bytesByOwner = new Map<string, number>()
  const bytesByResponse = new WeakMap<ServerResponse, number>()
  let bytesInAll = 0

  function assertFits({ owner, bytes, response }: PendingBytes): void {
    const counted = bytesByResponse.get(response) ?? 0
    const ofOwner = bytesByOwner.get(owner) ?? 0
    if (ofOwner > counted && ofOwner + bytes > limits.pendingResponseBytesPerKey) {
      throw budgetUsed('Read the answers to earlier requests first')
    }
    if (bytesInAll > counted && bytesInAll + bytes > limits.pendingResponseBytes) {
      throw budgetUsed('Too many answers are on their way')
    }
  }

  function count(owner: string, bytes: number): void {
    bytesInAll += bytes
    const own = (bytesByOwner.get(owner) ?? 0) + bytes
    if (own > 0) bytesByOwner.set(owner, own)
    else bytesByOwner.delete(owner)
  }

  return {
    assertRoom: (pending) => assertFits({ ...pending, bytes: 1 }),
    reserve(more) {
      const { owner, bytes, response } = more
      // Its `close` has been emitted already, so that the bytes would never be given back.
      if (response.destroyed) return
      assertFits(more)
      bytesByResponse.set(response, (bytesByResponse.get(response) ?? 0) + bytes)
      count(owner, bytes)
      response.once('close', () => count(owner, -bytes))
    },
  }
}

const budgetUsed = (message: string) => new AppError('SERVICE_UNAVAILABLE', message, { retryAfterSeconds })
