import { limits } from '@inlet/contract'
import { databaseErrorKind } from '@inlet/core'
import type { AnyTRPCRouter, TRPCError } from '@trpc/server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { forEachOpenApiProcedure } from 'trpc-to-openapi'
import { toErrorResponse } from '../http/error-response.ts'
import type { ServedParts } from '../procedure/context.ts'
import type { ProcedureMeta } from '../procedure/meta.ts'
import { assertCallsFit, assertResultsFit } from './assert-batch-fits.ts'
import { RpcCall, RpcRequest } from './rpc-request.ts'
import type { StreamFeed } from './stream-feed.ts'
import { subscribe, subscriptionPaths } from './subscribe.ts'

const endpoint = '/trpc'

/** The route of the typed path, for the dashboard's client: queries and subscriptions by GET, mutations by POST, several calls in a batch. */
export const rpcRoute = `${endpoint}/*`

/** Mounts the router at `/trpc`, for pages of the same origin: there are no CORS headers, and no credential is a cookie. */
export function mountRpc(
  app: FastifyInstance,
  router: AnyTRPCRouter,
  { streamFeed, ...parts }: ServedParts & { streamFeed: StreamFeed },
): void {
  const subscriptions = subscriptionPaths(router)
  const bodyLimits = new Map<string, number>()
  forEachOpenApiProcedure<ProcedureMeta>(router._def.procedures, ({ path, meta: { bodyMaxBytes } }) => {
    if (bodyMaxBytes !== undefined) bodyLimits.set(path, bodyMaxBytes)
  })

  async function handle(request: FastifyRequest<{ Params: { '*': string } }>, reply: FastifyReply) {
    const rpcRequest = new RpcRequest(request, reply, parts.pendingResponses)
    const path = request.params['*']
    // Each call of a batch may add a listener for the end of the connection.
    reply.raw.setMaxListeners(reply.raw.getMaxListeners() + limits.rpcBatchMax)
    if (subscriptions.has(path)) {
      rpcRequest.addLogFields({ procedures: path })
      if (request.method !== 'GET') reply.header('Allow', 'GET')
      const feed = await subscribe({ router, path, request, ctx: { ...parts, request: rpcRequest } })
      rpcRequest.markLongPoll()
      return streamFeed(reply, feed)
    }
    await assertCallsFit({ ...parts, request: rpcRequest }, path)

    let refusal: TRPCError | null = null
    const response = await fetchRequestHandler({
      endpoint,
      router,
      req: new RpcCall(urlOf(request, path), request.raw, bodyLimits.get(path) ?? limits.requestBodyMaxBytes),
      createContext({ info }) {
        // Only names of known procedures, since a client may send any text here.
        const procedures = info.calls.filter(({ procedure }) => procedure !== null).map((call) => call.path)
        rpcRequest.addLogFields({ procedures: procedures.join(',') })
        return { ...parts, request: rpcRequest }
      },
      responseMeta({ data }) {
        assertResultsFit(data)
        return {}
      },
      onError({ error, ctx, type }) {
        if (!ctx) {
          refusal = error
          return
        }
        const { headers, error: logged } = toErrorResponse(error, rpcRequest.id)
        if (logged) parts.log.error({ requestId: rpcRequest.id, ...request.trace, error: logged }, 'request failed')
        parts.metrics.database.failed(databaseErrorKind(logged))
        reply.headers(headers)
        if (error.code === 'METHOD_NOT_SUPPORTED') reply.header('Allow', type === 'mutation' ? 'POST' : 'GET')
      },
    })
    if (refusal) throw refusal
    reply.code(response.status)
    return rpcRequest.sendText(await response.text())
  }
  app.route({ method: ['GET', 'POST'], url: rpcRoute, exposeHeadRoute: false, handler: handle })
}

/** The URL for the adapter, with its own two parameters only, so that it never reads a token from `connectionParams`; the host means nothing. */
function urlOf(request: FastifyRequest, path: string): URL {
  const [, query = ''] = (request.raw.url ?? '').split(/\?(.*)/s)
  const given = new URLSearchParams(query)
  const url = new URL(`${endpoint}/${encodeURIComponent(path)}`, 'http://inlet.invalid')
  for (const name of ['batch', 'input']) {
    const value = given.get(name)
    if (value !== null) url.searchParams.set(name, value)
  }
  return url
}
