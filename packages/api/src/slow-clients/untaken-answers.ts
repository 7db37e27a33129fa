import type { ServerResponse } from 'node:http'
import { AppError } from '@inlet/contract'
import type { HttpLimits } from './http-limits.ts'

const retryAfterSeconds = 5

/** An answer on its way, and whose it is: a key's or a client's. */
interface Answer {
  holder: string
  response: ServerResponse
}

/** Bytes of an answer. */
interface HeldBytes extends Answer {
  bytes: number
}

/** What clients have been answered and have not taken yet: this much memory slow readers hold, and no more. */
export interface UntakenAnswers {
  /** To be asked before the work for an answer begins. @throws SERVICE_UNAVAILABLE when the other answers of the holder, or of all together, are all they may be */
  assertRoom(answer: Answer): void
  /**
   * Counts more bytes of an answer until it is taken or its connection gone.
   * @throws SERVICE_UNAVAILABLE where the answer with them does not fit beside the others
   */
  hold(more: HeldBytes): void
}

/** Makes the account of a process. An answer that stands alone always fits, whatever its size. */
export function untakenAnswers(limits: Pick<HttpLimits, 'untakenBytes' | 'untakenBytesPerKey'>): UntakenAnswers {
  const bytesByHolder = new Map<string, number>()
  const bytesByResponse = new WeakMap<ServerResponse, number>()
  let bytesInAll = 0

  function assertFits({ holder, bytes, response }: HeldBytes): void {
    const counted = bytesByResponse.get(response) ?? 0
    const ofHolder = bytesByHolder.get(holder) ?? 0
    if (ofHolder > counted && ofHolder + bytes > limits.untakenBytesPerKey) {
      throw tooSlow('Read the answers to earlier requests first')
    }
    if (bytesInAll > counted && bytesInAll + bytes > limits.untakenBytes) {
      throw tooSlow('Too many answers are on their way')
    }
  }

  function count(holder: string, bytes: number): void {
    bytesInAll += bytes
    const own = (bytesByHolder.get(holder) ?? 0) + bytes
    if (own > 0) bytesByHolder.set(holder, own)
    else bytesByHolder.delete(holder)
  }

  return {
    assertRoom: (answer) => assertFits({ ...answer, bytes: 1 }),
    hold(more) {
      const { holder, bytes, response } = more
      // It would never close again.
      if (response.destroyed) return
      assertFits(more)
      bytesByResponse.set(response, (bytesByResponse.get(response) ?? 0) + bytes)
      count(holder, bytes)
      response.once('close', () => count(holder, -bytes))
    },
  }
}

const tooSlow = (message: string) => new AppError('SERVICE_UNAVAILABLE', message, { retryAfterSeconds })
