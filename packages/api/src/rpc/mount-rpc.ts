import { limits } from '@inlet/contract'
import { databaseFaultKind } from '@inlet/core'
import type { TRPCError } from '@trpc/server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ServedParts } from '../context.ts'
import { errorAnswer } from '../rest/error-answer.ts'
import type { AppRouter } from '../router.ts'
import { assertAnswersFit, assertCallsFit } from './assert-batch-fits.ts'
import { RpcCall } from './rpc-call.ts'
import { RpcRequest } from './rpc-request.ts'

const endpoint = '/trpc'

/** The one route of the typed path, for the dashboard's client: queries by GET, mutations by POST, several calls in a batch. */
export const rpcRoute = `${endpoint}/*`

/** Mounts the router at `/trpc`, for pages of the same origin: no other is let in by CORS, and a credential is never a cookie. */
export function mountRpc(app: FastifyInstance, router: AppRouter, parts: ServedParts): void {
  async function handle(request: FastifyRequest<{ Params: { '*': string } }>, reply: FastifyReply) {
    const own = new RpcRequest(request, reply, parts.untaken)
    const path = request.params['*']
    await assertCallsFit({ ...parts, request: own }, path)
    // Each call of a batch may listen for the client's hanging up.
    reply.raw.setMaxListeners(reply.raw.getMaxListeners() + limits.rpcBatchMax)

    let refusal: TRPCError | null = null
    const response = await fetchRequestHandler({
      endpoint,
      router,
      req: new RpcCall(urlOf(request, path), request.raw),
      createContext({ info }) {
        // Of what a client may write there, only what is a name of ours.
        const procedures = info.calls.filter(({ procedure }) => procedure !== null).map((call) => call.path)
        own.note({ procedures: procedures.join(',') })
        return { ...parts, request: own }
      },
      responseMeta({ data }) {
        assertAnswersFit(data)
        return {}
      },
      onError({ error, ctx, type }) {
        if (!ctx) {
          refusal = error
          return
        }
        const { headers, fault } = errorAnswer(error, own.id)
        if (fault) parts.log.error({ requestId: own.id, ...request.trace, error: fault }, 'request failed')
        parts.metrics.database.failed(databaseFaultKind(fault))
        reply.headers(headers)
        if (error.code === 'METHOD_NOT_SUPPORTED') reply.header('Allow', type === 'mutation' ? 'POST' : 'GET')
      },
    })
    if (refusal) throw refusal
    reply.code(response.status)
    return own.sendText(await response.text())
  }
  app.route({ method: ['GET', 'POST'], url: rpcRoute, exposeHeadRoute: false, handler: handle })
}

/** What the adapter needs of a URL, whose host is of no meaning: a token among connection parameters is none that we would look at. */
function urlOf(request: FastifyRequest, path: string): URL {
  const [, query = ''] = (request.raw.url ?? '').split(/\?(.*)/s)
  const asked = new URLSearchParams(query)
  const url = new URL(`${endpoint}/${encodeURIComponent(path)}`, 'http://inlet.invalid')
  for (const name of ['batch', 'input']) {
    const value = asked.get(name)
    if (value !== null) url.searchParams.set(name, value)
  }
  return url
}
