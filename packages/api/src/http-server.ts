import { METHODS, type ServerResponse } from 'node:http'
import { AppError, requestIdPattern } from '@inlet/contract'
import { type Deps, databaseErrorKind } from '@inlet/core'
import type { EmbeddedProvider } from '@inlet/identity'
import type { Log, Metrics } from '@inlet/runtime'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { knownParameters } from './access/known-parameters.ts'
import { mountDocs } from './docs/mount-docs.ts'
import { rejectBrokenRequest } from './http/broken-request.ts'
import { drainRequests } from './http/drain-requests.ts'
import { toErrorResponse, toRpcError } from './http/error-response.ts'
import { createListener } from './http/listener.ts'
import { mountBillingEvents } from './http/mount-billing-events.ts'
import { mountProvider } from './http/mount-provider.ts'
import { mountProbes } from './http/probes.ts'
import { answerPreflights, corsHeadersOf } from './http/public-cors.ts'
import { refuseOtherVerbs } from './http/refuse-other-verbs.ts'
import { requestLogger } from './http/request-log.ts'
import { strictTransportOf } from './http/strict-transport.ts'
import { documentOf, servedAt } from './openapi/build-document.ts'
import { mountDocument } from './openapi/mount-document.ts'
import type { ApiParts } from './procedure/context.ts'
import { mountRest } from './rest/mount.ts'
import { appRouter, assertGuarded, rpcRouter } from './router.ts'
import { mountRpc, rpcRoute } from './rpc/mount-rpc.ts'
import { feedStreamer } from './rpc/stream-feed.ts'
import type { HttpLimits } from './slow-clients/http-limits.ts'
import { pendingResponseBudget } from './slow-clients/pending-response-budget.ts'
import { mountSites, type SiteAnswers } from './web-apps/mount-sites.ts'

interface HttpServerOptions {
  deps: Deps
  log: Log
  metrics: Pick<Metrics, 'http' | 'database'>
  trustedProxies: string[]
  limits: HttpLimits
  isReady: () => boolean
  /** The public URL of the service, without a final slash; known once the server listens. */
  publicUrl: () => string
  /** The API's dependencies; null in a process that serves only its probes. */
  parts: ApiParts | null
  /** The embedded OpenID provider; null in a process that does not serve it. */
  provider: Pick<EmbeddedProvider, 'handle'> | null
}

/** Makes the HTTP server of a process: always the probes, and the API where it is served. All responses that are not 2xx have one format. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const { deps, log, metrics, limits, trustedProxies } = options
  const open = new Set<ServerResponse>()
  const untimed = new WeakSet<ServerResponse>()
  const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const response = toErrorResponse(error, request.id)
    if (response.error) log.error({ requestId: request.id, ...request.trace, error: response.error }, 'request failed')
    metrics.database.failed(databaseErrorKind(response.error))
    const body = request.routeOptions?.url === rpcRoute ? { error: toRpcError(response) } : response.body
    return reply
      .code(response.status)
      .headers({ ...response.headers, ...corsHeadersOf(request), 'x-request-id': request.id })
      .send(body)
  }
  const logAtEnd = requestLogger(log, metrics.http)
  const app = Fastify({
    logger: false,
    requestIdHeader: false,
    genReqId: ({ headers }) => {
      const given = headers['x-request-id']
      return typeof given === 'string' && requestIdPattern.test(given) ? given : deps.newId()
    },
    routerOptions: { maxParamLength: 400, ignoreTrailingSlash: true },
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    serverFactory: (handle) =>
      createListener(handle, { limits, trustedProxies, log, metrics: metrics.http, open, untimed }),
    forceCloseConnections: true,
    // `drainRequests` answers these, in the format of all errors.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      // No hook runs for a request that is refused before it has a route.
      logAtEnd(request, reply)
      reply.header('x-request-id', request.id)
      answerBrokenPath(error, request, reply).catch((error: unknown) => sendError(error, request, reply))
    },
    clientErrorHandler: (error, socket) =>
      rejectBrokenRequest(error, socket, { requestId: deps.newId(), log, metrics: metrics.http }),
  })

  app.decorateRequest('logFields')
  app.decorateRequest('trace')
  app.decorateRequest('isLongPoll', false)
  const assertNotClosing = drainRequests(app, open)
  app.addHook('onRequest', async (request, reply) => {
    logAtEnd(request, reply)
    reply.header('x-request-id', request.id).headers(corsHeadersOf(request))
    assertOneHost(request)
    reply.headers(strictTransportOf(request, options.publicUrl()))
    assertNotClosing()
  })
  // Procedures read the body themselves, after authentication; until then not even its type is checked.
  app.removeAllContentTypeParsers()
  for (const method of METHODS) app.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  let sites: SiteAnswers | null = null
  app.setNotFoundHandler(async (request, reply) => {
    const answer = await sites?.unknownPath(request, reply)
    return answer ?? sendError(new AppError('NOT_FOUND', 'No such route'), request, reply)
  })
  async function answerBrokenPath(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    assertOneHost(request)
    if (!(await sites?.brokenPath(request, reply))) throw toRequestError(error)
  }

  const mountRefusals = refuseOtherVerbs(app)
  mountProbes(app, options)
  const mountPreflights = answerPreflights(app)
  if (options.parts) {
    assertGuarded(appRouter)
    assertGuarded(rpcRouter)
    const parameters = knownParameters(appRouter)
    const parts = { ...options.parts, parameters, pendingResponses: pendingResponseBudget(limits), log }
    mountRest(app, appRouter, parts)
    mountRpc(app, rpcRouter, { ...parts, streamFeed: feedStreamer(untimed) })
    mountBillingEvents(app, parts.billing)
    // Built now, so that a procedure with incomplete metadata keeps the server from starting. The public URL is known later.
    const built = documentOf(appRouter)
    const document = () => servedAt(built, options.publicUrl())
    mountDocument(app, document)
    mountDocs(app, document)
    sites = mountSites(app, { ...options.parts.sites, publicUrl: options.publicUrl })
  }
  if (options.provider) mountProvider(app, options.provider)
  mountPreflights()
  mountRefusals()
  return app
}

/** The host decides which page a request gets, so that it must have one (RFC 9112 §3.2); Node itself would take the first of several. */
function assertOneHost({ raw }: FastifyRequest): void {
  const { httpVersion, headers, rawHeaders } = raw
  if (headers.host === undefined) {
    if (httpVersion === '1.1') throw malformed('A request needs the header Host')
    return
  }
  const count = rawHeaders.filter((name, n) => n % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length
  if (count > 1) throw malformed('A request has one header Host')
}

/** Errors of Fastify before routing: a path with bad escapes, or with a segment that is too long for any route. */
function toRequestError(error: unknown): AppError {
  const isTooLong = error instanceof Error && 'code' in error && error.code === 'FST_ERR_MAX_PARAM_LENGTH'
  return isTooLong ? new AppError('NOT_FOUND', 'No such route') : malformed('The path cannot be understood')
}

const malformed = (message: string) => AppError.of('malformed_request', { message })
