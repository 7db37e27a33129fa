import { AppError } from '@inlet/contract'
import { MongoNetworkError, MongoNetworkTimeoutError, MongoNotConnectedError, MongoServerError } from 'mongodb'
import { expect, test } from 'vitest'
import { databaseFaultKind } from './faults.ts'

const refusal = (code: number) => new MongoServerError({ message: 'x', code })

test('the kind of a database fault says what an operator has to do', () => {
  expect(databaseFaultKind(new MongoNotConnectedError('closed'))).toBe('unreachable')
  expect(databaseFaultKind(new MongoNetworkError('reset'))).toBe('network')
  expect(databaseFaultKind(new MongoNetworkTimeoutError('late'))).toBe('network')
  for (const code of [91, 189, 10107, 11600, 13435])
    expect(databaseFaultKind(refusal(code)), `${code}`).toBe('not_primary')
  for (const code of [50, 262]) expect(databaseFaultKind(refusal(code)), `${code}`).toBe('timeout')
  for (const code of [64, 79, 100]) expect(databaseFaultKind(refusal(code)), `${code}`).toBe('write_concern')
  expect(databaseFaultKind(refusal(121))).toBe('refused')
})

test("an error that is not the database's has no kind", () => {
  for (const error of [new Error('x'), new AppError('SERVICE_UNAVAILABLE', 'x'), null, undefined, 'text', { code: 50 }])
    expect(databaseFaultKind(error)).toBeNull()
})
