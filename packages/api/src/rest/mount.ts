import { AppError } from '@inlet/contract'
import { callTRPCProcedure } from '@trpc/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { forEachOpenApiProcedure, getInputOutputParsers, type OpenApiMethod } from 'trpc-to-openapi'
import type { ApiParts, ApiRequest } from '../context.ts'
import type { AppRouter } from '../router.ts'
import type { ProcedureMeta } from '../trpc.ts'
import { compileQueryCoercion } from './coerce-query.ts'
import { readJsonBody } from './read-json-body.ts'

interface Route {
  method: OpenApiMethod
  url: string
  handle: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  exposeHead: boolean
}

/** Mounts every procedure that has a REST path as a native route below `/v1`. */
export function mountRest(app: FastifyInstance, router: AppRouter, parts: ApiParts): void {
  const routes: Route[] = []
  forEachOpenApiProcedure<ProcedureMeta>(router._def.procedures, ({ path, type, procedure, meta }) => {
    if (!meta.auth) throw new Error(`procedure ${path} does not say who may call it`)
    const { method } = meta.openapi
    const isQuery = method === 'GET' || method === 'DELETE'
    const headerInputs = new Set(Object.values(meta.headers ?? {}))
    const coerce = compileQueryCoercion(getInputOutputParsers(procedure).inputParser)
    const handle: Route['handle'] = async (request, reply) => {
      const output: unknown = await callTRPCProcedure({
        router,
        path,
        type,
        ctx: { ...parts, request: apiRequest(request, reply) },
        getRawInput: async () => ({
          ...without(
            headerInputs,
            isQuery ? coerce(record(request.query)) : bodyFields(await readJsonBody(request.raw)),
          ),
          ...headerFields(request, meta.headers),
          ...record(request.params),
        }),
        signal: undefined,
        batchIndex: 0,
      })
      reply.code(meta.status ?? 200)
      if (meta.status === 204) return reply.send()
      return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(output))
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

function apiRequest(request: FastifyRequest, reply: FastifyReply): ApiRequest {
  const apiKey = request.headers['x-api-key']
  return {
    id: request.id,
    clientIp: request.ip,
    apiKey: Array.isArray(apiKey) ? apiKey.join(',') : apiKey,
    authorization: request.headers.authorization,
    params: textRecord(request.params),
    onHangUp: (listener) => void reply.raw.once('close', () => reply.raw.writableFinished || listener()),
    setHeader: (name, value) => void reply.header(name, value),
    note: (facts) => void Object.assign(request.logFacts, facts),
  }
}

function headerFields(request: FastifyRequest, names: ProcedureMeta['headers'] = {}): Record<string, unknown> {
  const present = Object.entries(names).filter(([header]) => request.headers[header] !== undefined)
  return Object.fromEntries(present.map(([header, key]) => [key, request.headers[header]]))
}

/** What is an input by its header is none by any other way. */
function without(names: Set<string>, fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)))
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

const textRecord = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(record(value)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
