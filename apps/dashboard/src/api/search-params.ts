/** Reads one parameter of a URL; undefined where it is not what is expected, since URLs are typed by hand and kept for long. */
type Reader<T> = (value: unknown) => T | undefined

/** Any text but the empty one. */
export const text: Reader<string> = (value) => (typeof value === 'string' && value !== '' ? value : undefined)

/** One of a few values. */
export const oneOf =
  <T extends string>(...values: readonly T[]): Reader<T> =>
  (value) =>
    values.find((each) => each === value)

/**
 * The `validateSearch` of a route, by the names of its parameters. Without the contract's schemas: routes are in the first script, zod is not.
 */
export const searchOf =
  <R extends Record<string, Reader<unknown>>>(readers: R) =>
  (search: Record<string, unknown>): { [Name in keyof R]?: ReturnType<R[Name]> } =>
    readAll(readers, search)

function readAll<R extends Record<string, Reader<unknown>>>(readers: R, search: Record<string, unknown>) {
  const found: { [Name in keyof R]?: ReturnType<R[Name]> } = {}
  for (const name in readers) {
    const value = readers[name]?.(search[name])
    if (value !== undefined) Object.assign(found, { [name]: value })
  }
  return found
}
