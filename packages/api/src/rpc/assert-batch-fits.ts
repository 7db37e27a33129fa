import { faultAt, limits } from '@inlet/contract'
import { authenticate } from '../access/authenticate.ts'
import type { ApiContext } from '../context.ts'

/** What several calls may answer together, in characters: in JSON a text may be six times as long. */
const answersMaxChars = 8 * 1024 * 1024

/**
 * Looks at the names of procedures, with commas in between. A batch that is too large reaches none of them, so whoever sends it has to
 * say here who they are. @throws BAD_REQUEST `batch_too_large`, to strangers what `authenticate` throws
 */
export async function assertCallsFit(ctx: ApiContext, names: string): Promise<void> {
  if (names.split(',').length <= limits.rpcBatchMax) return
  await authenticate(ctx)
  throw tooLarge(`At most ${limits.rpcBatchMax} calls go into a batch`)
}

/**
 * Keeps a batch from being many times the largest answer that REST gives; one call alone may answer whatever there is.
 * @throws BAD_REQUEST `batch_too_large`
 */
export function assertAnswersFit(answers: readonly unknown[]): void {
  if (answers.length <= 1 || charsIn(answers) <= answersMaxChars) return
  throw tooLarge('The answers are too large for one batch: make these calls one by one')
}

function charsIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, each) => sum + charsIn(each), 0)
}

const tooLarge = (message: string) => faultAt('BAD_REQUEST', { path: '', code: 'batch_too_large', message })
