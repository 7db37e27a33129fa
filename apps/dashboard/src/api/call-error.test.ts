import { TRPCClientError } from '@trpc/client'
import { expect, test } from 'vitest'
import { SessionEnded } from '../session/session-ended.ts'
import { errorText, isPassing, toCallError } from './call-error.ts'

const answered = (message: string, data: Record<string, unknown>) =>
  new TRPCClientError(message, { result: { error: { message, code: -32000, data } } })

test('a refusal of the API keeps its code, its request id and its details', () => {
  const details = [{ path: 'email', code: 'member_exists', message: 'This address is a member already, or invited' }]

  const error = answered('This address is a member already, or invited', { code: 'CONFLICT', requestId: 'r1', details })

  expect(toCallError(error)).toMatchObject({ code: 'CONFLICT', detail: 'member_exists', requestId: 'r1', details })
  expect(errorText(error)).toBe('This address is a member already, or invited.')
})

test('no answer, and one that is not of the API, is an unreachable server, which may pass', () => {
  for (const error of [new TypeError('Failed to fetch'), TRPCClientError.from(new Error('Unexpected token <'))]) {
    expect([toCallError(error).code, isPassing(toCallError(error))]).toEqual(['UNREACHABLE', true])
  }
})

test('a session that has ended is an error of its own, and the call is not made again', () => {
  const error = toCallError(TRPCClientError.from(new SessionEnded('over')))

  expect([error.code, isPassing(error)]).toEqual(['SESSION_ENDED', false])
})

test('too many requests are said with the time after which the next one may be made', () => {
  const textAfter = (after: string | null) => {
    const result = {
      error: { message: 'Too many', code: -32029, data: { code: 'TOO_MANY_REQUESTS', requestId: 'r1' } },
    }
    const response = new Response(null, after === null ? {} : { headers: { 'retry-after': after } })
    return errorText(new TRPCClientError('Too many', { result, meta: { response } }))
  }

  expect([null, '1', '42', '600', 'soon'].map(textAfter)).toEqual([
    'Too many requests. Try again in a minute.',
    'Too many requests. Try again in a second.',
    'Too many requests. Try again in 42 seconds.',
    'Too many requests. Try again in 10 minutes.',
    'Too many requests. Try again in a minute.',
  ])
})
