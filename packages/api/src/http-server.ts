import { METHODS } from 'node:http'
import { AppError, faultAt, requestIdPattern } from '@inlet/contract'
import type { Deps } from '@inlet/core'
import type { Log } from '@inlet/runtime'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { ApiParts } from './context.ts'
import { drainRequests } from './drain-requests.ts'
import { mountProbes } from './probes.ts'
import { requestLog } from './request-log.ts'
import { answerBrokenRequest } from './rest/broken-request.ts'
import { errorAnswer } from './rest/error-answer.ts'
import { mountRest } from './rest/mount.ts'
import { refuseOtherVerbs } from './rest/refuse-other-verbs.ts'
import { appRouter } from './router.ts'

interface HttpServerOptions {
  deps: Deps
  log: Log
  trustedProxies: string[]
  isReady: () => boolean
  /** The API's parts; null in a process that serves only its probes. */
  parts: ApiParts | null
}

/** Makes the HTTP server of a process: probes always, the API where it has a role in it. Every answer that is not 2xx has one shape. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const { deps, log } = options
  const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const answer = errorAnswer(error, request.id)
    if (answer.fault) log.error({ requestId: request.id, error: answer.fault }, 'request failed')
    if (answer.body.error.code === 'PAYLOAD_TOO_LARGE') reply.header('connection', 'close')
    return reply.code(answer.status).headers(answer.headers).header('x-request-id', request.id).send(answer.body)
  }
  const logWhenDone = requestLog(log)
  const app = Fastify({
    logger: false,
    requestIdHeader: false,
    genReqId: ({ headers }) => {
      const given = headers['x-request-id']
      return typeof given === 'string' && requestIdPattern.test(given) ? given : deps.newId()
    },
    routerOptions: { maxParamLength: 400, ignoreTrailingSlash: true },
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    forceCloseConnections: true,
    // Both are ours to answer, in the shape of every other error.
    return503OnClosing: false,
    http: { requireHostHeader: false },
    requestTimeout: 30_000,
    frameworkErrors: (error, request, reply) => {
      // No hook runs for what is refused before it has a route.
      logWhenDone(request, reply)
      answerError(toRequestFault(error), request, reply)
    },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, { requestId: deps.newId(), log }),
  })

  app.decorateRequest('logFacts')
  app.addHook('onRequest', async (request, reply) => {
    logWhenDone(request, reply)
    reply.header('x-request-id', request.id)
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined)
      throw malformed('A request needs the header Host')
  })
  drainRequests(app)
  // A body is read by the procedure that wants it, after authentication; before that nobody looks even at its type.
  app.removeAllContentTypeParsers()
  for (const method of METHODS) app.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  // An expectation that we do not know may be ignored (RFC 9110 §10.1.1); Node's own answer would have another shape.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply))
  app.setNotFoundHandler((request, reply) => answerError(new AppError('NOT_FOUND', 'No such route'), request, reply))

  const refuseRest = refuseOtherVerbs(app)
  mountProbes(app, options)
  if (options.parts) mountRest(app, appRouter, options.parts)
  refuseRest()
  return app
}

/** What Fastify refuses before any route: a path with bad escapes, or with a segment that no route could take. */
function toRequestFault(error: unknown): AppError {
  const isTooLong = error instanceof Error && 'code' in error && error.code === 'FST_ERR_MAX_PARAM_LENGTH'
  return isTooLong ? new AppError('NOT_FOUND', 'No such route') : malformed('The path cannot be understood')
}

const malformed = (message: string) => faultAt('BAD_REQUEST', { path: '', code: 'malformed_request', message })
