/**
 * Why no mongod could be found or started, in one sentence for the operator. Print `message` without
 * the stack.
 */
export class MongodError extends Error {
  override name = 'MongodError'
}

/** Whether `error` is an error of the system or of the driver with this code. */
export function hasErrorCode(error: unknown, code: string | number): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
