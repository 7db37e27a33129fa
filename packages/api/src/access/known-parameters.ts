import { AppError, type ErrorDetail } from '@inlet/contract'
import { nearest } from '@inlet/runtime'
import type { AnyTRPCRouter } from '@trpc/server'
import { forEachOpenApiProcedure, getInputOutputParsers } from 'trpc-to-openapi'
import type { ApiContext, KnownParameters } from '../procedure/context.ts'
import type { ProcedureMeta } from '../procedure/meta.ts'

interface BeforeInput {
  ctx: Pick<ApiContext, 'request' | 'parameters'>
  path: string
  type: string
  getRawInput: () => Promise<unknown>
}

const maxShown = 10
const maxKeyChars = 64

/** The parameters of every procedure, by its path in the router. */
export function knownParameters(router: AnyTRPCRouter): ReadonlyMap<string, KnownParameters> {
  const known = new Map<string, KnownParameters>()
  forEachOpenApiProcedure<ProcedureMeta>(router._def.procedures, ({ path, procedure, meta }) => {
    const input = Object.keys(getInputOutputParsers(procedure).inputParser.shape)
    const inPath = [...meta.openapi.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const notInQuery = new Set([...inPath, ...Object.values(meta.headers ?? {})])
    const takesQuery = meta.openapi.method === 'GET' || meta.openapi.method === 'DELETE'
    known.set(path, { input, query: takesQuery ? input.filter((key) => !notInQuery.has(key)) : [] })
  })
  return known
}

/**
 * Refuses an unknown key of a REST query, or an unknown field of a query's input on the typed path: a misspelled filter would otherwise be
 * ignored. Fields of a body are not checked. @throws BAD_REQUEST `unknown_parameter`
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
  const suggestion = nearest(key, known)
  return suggestion === null ? `expected ${[...known].sort().join(', ')}` : `did you mean ${suggestion}?`
}

const keysOf = (input: unknown): string[] =>
  typeof input === 'object' && input !== null && !Array.isArray(input) ? Object.keys(input) : []
