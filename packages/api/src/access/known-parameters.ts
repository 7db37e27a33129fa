import { AppError, type ErrorDetail } from '@inlet/contract'
import { nearest } from '@inlet/runtime'
import type { AnyTRPCRouter } from '@trpc/server'
import { forEachOpenApiProcedure, getInputOutputParsers } from 'trpc-to-openapi'
import type { ApiContext } from '../context.ts'
import type { ProcedureMeta } from '../trpc.ts'

/** What a procedure takes: over REST as keys of its query, over the typed path as fields of its input. */
export interface KnownParameters {
  query: readonly string[]
  input: readonly string[]
}

interface BeforeInput {
  ctx: Pick<ApiContext, 'request' | 'parameters'>
  path: string
  type: string
  getRawInput: () => Promise<unknown>
}

const maxShown = 10
const maxKeyChars = 64

/** What every procedure takes, by its path in the router. */
export function knownParameters(router: AnyTRPCRouter): ReadonlyMap<string, KnownParameters> {
  const known = new Map<string, KnownParameters>()
  forEachOpenApiProcedure<ProcedureMeta>(router._def.procedures, ({ path, procedure, meta }) => {
    const input = Object.keys(getInputOutputParsers(procedure).inputParser.shape)
    const inPath = [...meta.openapi.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const elsewhere = new Set([...inPath, ...Object.values(meta.headers ?? {})])
    const takesQuery = meta.openapi.method === 'GET' || meta.openapi.method === 'DELETE'
    known.set(path, { input, query: takesQuery ? input.filter((key) => !elsewhere.has(key)) : [] })
  })
  return known
}

/**
 * Refuses a query key, or over the typed path a field of a query's input, that the procedure does not know: a filter that is misspelled
 * would otherwise be no filter. Fields of a body are not looked at. @throws BAD_REQUEST `unknown_parameter`
 */
export async function assertKnownParameters({ ctx, path, type, getRawInput }: BeforeInput): Promise<void> {
  const known = ctx.parameters.get(path)
  if (!known) return
  const { queryKeys } = ctx.request
  if (queryKeys !== null) return assertAllKnown(queryKeys, known.query)
  if (type === 'query') assertAllKnown(keysOf(await getRawInput()), known.input)
}

function assertAllKnown(given: readonly string[], known: readonly string[]): void {
  const unknown = given.filter((key) => !known.includes(key))
  if (unknown.length === 0) return
  const details = unknown.slice(0, maxShown).map((key): ErrorDetail => {
    const message = `unknown parameter: ${advice(key, known)}`
    return { path: key.slice(0, maxKeyChars), code: 'unknown_parameter', message }
  })
  const [first] = details
  throw new AppError('BAD_REQUEST', `${first?.path}: ${first?.message}`, { details })
}

function advice(key: string, known: readonly string[]): string {
  if (known.length === 0) return 'none is taken here'
  const meant = nearest(key, known)
  return meant === null ? `expected ${[...known].sort().join(', ')}` : `did you mean ${meant}?`
}

const keysOf = (input: unknown): string[] =>
  typeof input === 'object' && input !== null && !Array.isArray(input) ? Object.keys(input) : []
