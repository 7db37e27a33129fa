import { AppError } from '@inlet/contract'
import { MongoNetworkError, MongoNetworkTimeoutError, MongoNotConnectedError, MongoServerError } from 'mongodb'
import { expect, test } from 'vitest'
import { databaseErrorKind } from './errors.ts'

const refusal = (code: number) => new MongoServerError({ message: 'x', code })

test('the kind of a database error says what an operator has to do', () => {
  expect(databaseErrorKind(new MongoNotConnectedError('closed'))).toBe('unreachable')
  expect(databaseErrorKind(new MongoNetworkError('reset'))).toBe('network')
  expect(databaseErrorKind(new MongoNetworkTimeoutError('late'))).toBe('network')
  for (const code of [91, 189, 10107, 11600, 13435])
    expect(databaseErrorKind(refusal(code)), `${code}`).toBe('not_primary')
  for (const code of [50, 262]) expect(databaseErrorKind(refusal(code)), `${code}`).toBe('timeout')
  for (const code of [64, 79, 100]) expect(databaseErrorKind(refusal(code)), `${code}`).toBe('write_concern')
  expect(databaseErrorKind(refusal(121))).toBe('refused')
})

test("an error that is not the database's has no kind", () => {
  for (const error of [new Error('x'), new AppError('SERVICE_UNAVAILABLE', 'x'), null, undefined, 'text', { code: 50 }])
    expect(databaseErrorKind(error)).toBeNull()
})
