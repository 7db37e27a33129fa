import { faultAt, limits } from '@inlet/contract'

/** What several calls may answer together, in characters: in JSON a text may be six times as long. */
const answersMaxChars = 8 * 1024 * 1024

/** @throws BAD_REQUEST `batch_too_large` for the names of too many procedures, with commas in between */
export function assertCallsFit(names: string): void {
  if (names.split(',').length <= limits.rpcBatchMax) return
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
