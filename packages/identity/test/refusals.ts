import { AppError } from '@inlet/contract'
import { expect } from 'vitest'

/** Holds where a promise fails with this code and detail, as the outside would see them. */
export async function expectRefusal(promise: Promise<unknown>, code: string, detail?: string): Promise<void> {
  const error = await promise.then(
    (value) => expect.unreachable(`accepted: ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(AppError)
  expect(error).toMatchObject(detail ? { code, facts: { details: [{ code: detail }] } } : { code })
}

export const expectInvalid = (promise: Promise<unknown>) => expectRefusal(promise, 'UNAUTHORIZED', 'invalid_token')
