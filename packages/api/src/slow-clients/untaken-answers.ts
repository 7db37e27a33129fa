import type { ServerResponse } from 'node:http'
import { AppError } from '@inlet/contract'
import type { HttpLimits } from './http-limits.ts'

const retryAfterSeconds = 5

/** An answer on its way: whose it is, a key or a client, and its size. */
interface HeldAnswer {
  holder: string
  bytes: number
  response: ServerResponse
}

/** What clients have been answered and have not taken yet: this much memory slow readers hold, and no more. */
export interface UntakenAnswers {
  /** To be asked before the work for an answer begins. @throws SERVICE_UNAVAILABLE when the holder, or all together, hold all they may */
  assertRoom(holder: string): void
  /** Counts an answer until it is taken or its connection gone. @throws SERVICE_UNAVAILABLE where it does not fit beside the others */
  hold(answer: HeldAnswer): void
}

/** Makes the account of a process. An answer that stands alone always fits, whatever its size. */
export function untakenAnswers(limits: Pick<HttpLimits, 'untakenBytes' | 'untakenBytesPerKey'>): UntakenAnswers {
  const bytesByHolder = new Map<string, number>()
  let bytesInAll = 0

  function assertFits(holder: string, bytes: number): void {
    const own = bytesByHolder.get(holder) ?? 0
    if (own > 0 && own + bytes > limits.untakenBytesPerKey) throw tooSlow('Read the answers to earlier requests first')
    if (bytesInAll > 0 && bytesInAll + bytes > limits.untakenBytes) throw tooSlow('Too many answers are on their way')
  }

  function count(holder: string, bytes: number): void {
    bytesInAll += bytes
    const own = (bytesByHolder.get(holder) ?? 0) + bytes
    if (own > 0) bytesByHolder.set(holder, own)
    else bytesByHolder.delete(holder)
  }

  return {
    assertRoom: (holder) => assertFits(holder, 1),
    hold({ holder, bytes, response }) {
      // It would never close again.
      if (response.destroyed) return
      assertFits(holder, bytes)
      count(holder, bytes)
      response.once('close', () => count(holder, -bytes))
    },
  }
}

const tooSlow = (message: string) => new AppError('SERVICE_UNAVAILABLE', message, { retryAfterSeconds })
