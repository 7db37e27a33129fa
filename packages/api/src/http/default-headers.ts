/**
 * Headers of every response that does not set its own, as documents do: responses hold mail and credentials, so that nobody may cache
 * them or guess their type.
 */
export const defaultHeaders = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const
