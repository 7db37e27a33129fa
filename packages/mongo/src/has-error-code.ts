/** Whether `error` is one of the system's or the driver's, with this code. */
export function hasErrorCode(error: unknown, code: string | number): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
