import { isUtf8 } from 'node:buffer'
import { AppError, limits } from '@inlet/contract'
import { type AnyTRPCRouter, callTRPCProcedure, TRPCError } from '@trpc/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { forEachOpenApiProcedure, getInputOutputParsers, type OpenApiMethod } from 'trpc-to-openapi'
import { ZodError, ZodRealError } from 'zod'
import { readJsonBody } from '../http/read-json-body.ts'
import type { ServedParts } from '../procedure/context.ts'
import type { ProcedureMeta } from '../procedure/meta.ts'
import { compileQueryCoercion } from './coerce-query.ts'
import { RestRequest } from './rest-request.ts'

interface Route {
  method: OpenApiMethod
  url: string
  handle: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  exposeHead: boolean
}

/** Mounts every procedure that has a REST path as a native route below `/v1`. */
export function mountRest(app: FastifyInstance, router: AnyTRPCRouter, parts: ServedParts): void {
  const routes: Route[] = []
  forEachOpenApiProcedure<ProcedureMeta>(router._def.procedures, ({ path, type, procedure, meta }) => {
    const { method } = meta.openapi
    const isQuery = method === 'GET' || method === 'DELETE'
    const coerce = compileQueryCoercion(getInputOutputParsers(procedure).inputParser)
    const handle: Route['handle'] = async (request, reply) => {
      const own = new RestRequest(request, reply, parts.pendingResponses)
      const output: unknown = await callTRPCProcedure({
        router,
        path,
        type,
        ctx: { ...parts, request: own },
        getRawInput: async () => {
          const params = record(request.params)
          const given = isQuery
            ? coerce({ ...record(request.query), ...params })
            : {
                ...bodyFields(await readJsonBody(request.raw, meta.bodyMaxBytes ?? limits.requestBodyMaxBytes)),
                ...params,
              }
          return meta.headers ? withHeaders(given, meta.headers, request) : given
        },
        signal: undefined,
        batchIndex: 0,
      }).catch((error: unknown) => {
        throw withHeaderNames(error, meta.headers ?? {})
      })
      reply.code(meta.status ?? 200)
      if (meta.status === 204) return reply.send()
      return own.send(output)
    }
    routes.push({
      method,
      url: `/v1${meta.openapi.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      handle,
      exposeHead: meta.exposeHead ?? true,
    })
  })
  for (const { method, url, handle, exposeHead } of routes)
    app.route({ method, url, handler: handle, exposeHeadRoute: exposeHead })
}

/** Adds the inputs that come as headers, and drops what the body or query has under their keys. */
function withHeaders(
  given: Record<string, unknown>,
  names: Record<string, string>,
  { headers }: FastifyRequest,
): Record<string, unknown> {
  const fields = { ...given }
  for (const [header, key] of Object.entries(names)) {
    delete fields[key]
    const value = headers[header.toLowerCase()]
    if (value !== undefined) fields[key] = [value].flat().map(fromUtf8).join(', ')
  }
  return fields
}

/** The text of a header, whose bytes Node reads as Latin-1; as it is where they are not UTF-8. */
function fromUtf8(value: string): string {
  const bytes = Buffer.from(value, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : value
}

/** Puts the header's name, which the client knows, in place of the input's key. */
function withHeaderNames(error: unknown, names: Record<string, string>): unknown {
  const isInputError = error instanceof TRPCError && error.code === 'BAD_REQUEST' && error.cause instanceof ZodError
  if (!isInputError) return error
  const headerOf = new Map<PropertyKey, string>(Object.entries(names).map(([header, key]) => [key, header]))
  const issues = error.cause.issues.map((issue) => ({
    ...issue,
    path: issue.path.map((step) => headerOf.get(step) ?? step),
  }))
  return new TRPCError({ code: 'BAD_REQUEST', cause: new ZodRealError(issues) })
}

function bodyFields(body: unknown): Record<string, unknown> {
  if (body === undefined) return {}
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
  throw new AppError('BAD_REQUEST', 'The body must be a JSON object', {
    details: [{ path: '', code: 'invalid_type', message: 'The body must be a JSON object' }],
  })
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
