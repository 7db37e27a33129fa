import type { DetailCode, ErrorCode } from '@inlet/contract'
import { expect } from 'vitest'
import type { Answer } from './world.ts'

declare module 'vitest' {
  interface Matchers {
    /** The answer has this status, the one shape of error with this code, and where given this detail; ids agree. */
    toMatchError(status: number, code: ErrorCode, detail?: DetailCode): void
  }
}

expect.extend({
  toMatchError(answer: Answer, ...[status, code, detail]: [status: number, code: ErrorCode, detail?: DetailCode]) {
    const error = answer.body?.error
    const details: { code: string }[] = error?.details ?? []
    const errors = [
      answer.status === status ? null : `status ${answer.status}, not ${status}`,
      error?.code === code ? null : `code ${error?.code}, not ${code}`,
      detail === undefined || details.some((each) => each.code === detail) ? null : `no detail ${detail}`,
      error?.requestId && error.requestId === answer.headers['x-request-id']
        ? null
        : 'the request id of body and header differ',
      typeof error?.message === 'string' && error.message !== '' ? null : 'no message',
      /^application\/json/.test(answer.headers['content-type'] ?? '') ? null : 'not application/json',
    ].filter((error) => error !== null)
    return { pass: errors.length === 0, message: () => `${errors.join('; ')}: ${answer.text}` }
  },
})
