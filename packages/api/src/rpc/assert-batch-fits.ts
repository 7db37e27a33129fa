import { AppError, limits } from '@inlet/contract'
import { authenticate } from '../access/authenticate.ts'
import type { ApiContext } from '../procedure/context.ts'

/** How many characters the results of a batch may have; as JSON, a text may be six times as long. */
const resultsMaxChars = 8 * 1024 * 1024

/**
 * Limits the calls of a batch; `names` are the procedures', separated by commas. Since a batch that is too large reaches no procedure, its
 * sender is authenticated here. @throws BAD_REQUEST `batch_too_large`; what `authenticate` throws
 */
export async function assertCallsFit(ctx: ApiContext, names: string): Promise<void> {
  if (names.split(',').length <= limits.rpcBatchMax) return
  await authenticate(ctx)
  throw tooLarge(`At most ${limits.rpcBatchMax} calls go into a batch`)
}

/**
 * Limits the results of a batch, so that it is not many times the largest REST response; a single call has no limit.
 * @throws BAD_REQUEST `batch_too_large`
 */
export function assertResultsFit(results: readonly unknown[]): void {
  if (results.length <= 1 || charsIn(results) <= resultsMaxChars) return
  throw tooLarge('The answers are too large for one batch: make these calls one by one')
}

function charsIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, each) => sum + charsIn(each), 0)
}

const tooLarge = (message: string) => AppError.of('batch_too_large', { message })
