import { expect, test } from 'vitest'
import { detailCodes, detailCodesOf, detailParams, isDetailCode } from './detail-codes.ts'
import { AppError } from './errors.ts'

test('an error of a detail code has the error code, path and message of the table', () => {
  for (const code of Object.keys(detailCodes).filter(isDetailCode)) {
    const { error, path, message } = detailCodes[code]

    expect(AppError.of(code)).toMatchObject({ code: error, message, facts: { details: [{ path, code, message }] } })
  }
})

test('a throw may give a more specific path and message, and further facts', () => {
  const error = AppError.of('empty_filter', { path: 'tag', message: 'Nothing', retryAfterSeconds: 1 })

  expect(error).toMatchObject({
    code: 'BAD_REQUEST',
    message: 'Nothing',
    facts: { details: [{ path: 'tag', code: 'empty_filter', message: 'Nothing' }], retryAfterSeconds: 1 },
  })
})

test('a code that is not in the table does not compile, wherever it is thrown', () => {
  // @ts-expect-error: not in the table
  expect(() => AppError.of('no_such_code')).toThrow(TypeError)
  // @ts-expect-error: not in the table
  new AppError('CONFLICT', '', { details: [{ path: '', code: 'no_such_code', message: '' }] })
  // @ts-expect-error: not in the table
  detailParams('no_such_code')
  expect(isDetailCode('no_such_code')).toBe(false)
  expect(isDetailCode('toString')).toBe(false)
})

test('the detail codes of an error are those of the table that belong to it, in its order', () => {
  expect(detailCodesOf('UNAUTHORIZED')).toEqual([
    'missing_credentials',
    'invalid_api_key',
    'invalid_token',
    'token_expired',
    'unlock_required',
    'unlock_password_invalid',
    'inbox_password_required',
    'inbox_password_invalid',
    'session_required',
  ])
})
