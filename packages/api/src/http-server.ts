import { METHODS, type ServerResponse } from 'node:http'
import { AppError, faultAt, requestIdPattern } from '@inlet/contract'
import { type Deps, databaseFaultKind } from '@inlet/core'
import type { EmbeddedProvider } from '@inlet/identity'
import type { Log, Metrics } from '@inlet/runtime'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { knownParameters } from './access/known-parameters.ts'
import type { ApiParts } from './context.ts'
import { mountDocs } from './docs/mount-docs.ts'
import { drainRequests } from './drain-requests.ts'
import { mountHome } from './mount-home.ts'
import { mountProvider } from './mount-provider.ts'
import { buildDocument, placedAt } from './openapi/build-document.ts'
import { mountDocument } from './openapi/mount-document.ts'
import { mountProbes } from './probes.ts'
import { requestLog } from './request-log.ts'
import { answerBrokenRequest } from './rest/broken-request.ts'
import { errorAnswer } from './rest/error-answer.ts'
import { mountRest } from './rest/mount.ts'
import { refuseOtherVerbs } from './rest/refuse-other-verbs.ts'
import { appRouter, assertGuarded } from './router.ts'
import { mountRpc, rpcRoute } from './rpc/mount-rpc.ts'
import { rpcError } from './rpc/rpc-error.ts'
import type { HttpLimits } from './slow-clients/http-limits.ts'
import { httpListener } from './slow-clients/http-listener.ts'
import { untakenAnswers } from './slow-clients/untaken-answers.ts'

interface HttpServerOptions {
  deps: Deps
  log: Log
  metrics: Pick<Metrics, 'http' | 'database'>
  trustedProxies: string[]
  limits: HttpLimits
  isReady: () => boolean
  /** The service's address as its users see it, without a final slash; known once the server listens. */
  publicUrl: () => string
  /** The API's parts; null in a process that serves only its probes. */
  parts: ApiParts | null
  /** The embedded OpenID provider, where the process serves it. */
  provider: Pick<EmbeddedProvider, 'handle'> | null
}

/** Makes the HTTP server of a process: probes always, the API where it has a role in it. Every answer that is not 2xx has one shape. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const { deps, log, metrics, limits, trustedProxies } = options
  const open = new Set<ServerResponse>()
  const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const answer = errorAnswer(error, request.id)
    if (answer.fault) log.error({ requestId: request.id, ...request.trace, error: answer.fault }, 'request failed')
    metrics.database.failed(databaseFaultKind(answer.fault))
    const body = request.routeOptions?.url === rpcRoute ? { error: rpcError(answer) } : answer.body
    return reply.code(answer.status).headers(answer.headers).header('x-request-id', request.id).send(body)
  }
  const logWhenDone = requestLog(log, metrics.http)
  const app = Fastify({
    logger: false,
    requestIdHeader: false,
    genReqId: ({ headers }) => {
      const given = headers['x-request-id']
      return typeof given === 'string' && requestIdPattern.test(given) ? given : deps.newId()
    },
    routerOptions: { maxParamLength: 400, ignoreTrailingSlash: true },
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    serverFactory: (handle) => httpListener(handle, { limits, trustedProxies, log, metrics: metrics.http, open }),
    forceCloseConnections: true,
    // Both are ours to answer, in the shape of every other error.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      // No hook runs for what is refused before it has a route.
      logWhenDone(request, reply)
      answerError(toRequestFault(error), request, reply)
    },
    clientErrorHandler: (error, socket) =>
      answerBrokenRequest(error, socket, { requestId: deps.newId(), log, metrics: metrics.http }),
  })

  app.decorateRequest('logFacts')
  app.decorateRequest('trace')
  app.decorateRequest('isHeld', false)
  const assertNotClosing = drainRequests(app, open)
  app.addHook('onRequest', async (request, reply) => {
    logWhenDone(request, reply)
    reply.header('x-request-id', request.id)
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined)
      throw malformed('A request needs the header Host')
    assertNotClosing()
  })
  // A body is read by the procedure that wants it, after authentication; before that nobody looks even at its type.
  app.removeAllContentTypeParsers()
  for (const method of METHODS) app.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply))
  app.setNotFoundHandler((request, reply) => answerError(new AppError('NOT_FOUND', 'No such route'), request, reply))

  const refuseRest = refuseOtherVerbs(app)
  mountProbes(app, options)
  if (options.parts) {
    assertGuarded(appRouter)
    const parameters = knownParameters(appRouter)
    const parts = { ...options.parts, parameters, untaken: untakenAnswers(limits), log }
    mountRest(app, appRouter, parts)
    mountRpc(app, appRouter, parts)
    // Now, so that nothing starts that cannot say what it is; where it is it knows later.
    const described = buildDocument(appRouter)
    const document = () => placedAt(described, options.publicUrl())
    mountDocument(app, document)
    mountDocs(app, document)
    mountHome(app, options.publicUrl)
  }
  if (options.provider) mountProvider(app, options.provider)
  refuseRest()
  return app
}

/** What Fastify refuses before any route: a path with bad escapes, or with a segment that no route could take. */
function toRequestFault(error: unknown): AppError {
  const isTooLong = error instanceof Error && 'code' in error && error.code === 'FST_ERR_MAX_PARAM_LENGTH'
  return isTooLong ? new AppError('NOT_FOUND', 'No such route') : malformed('The path cannot be understood')
}

const malformed = (message: string) => faultAt('BAD_REQUEST', { path: '', code: 'malformed_request', message })
