import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Log } from '../log.ts'
import type { Stoppable } from '../shutdown.ts'
import { type Metrics, metricsMediaType } from './create-metrics.ts'

/** A look is one small request and one page: whoever takes longer is no collector of metrics. */
const requestMs = 5_000
/** Longer than the minute that collectors pause at most, as a rule. */
const idleMs = 90_000
/** Several collectors, and somebody with curl. */
const maxConnections = 32

interface MetricsServerOptions {
  host: string
  /** 0 lets the system choose. */
  port: number
  metrics: Pick<Metrics, 'page'>
  log: Log
}

/** Serves `/metrics` on a port of its own, by GET and HEAD, to whoever reaches it. @throws where the port cannot be had */
export async function openMetricsServer(options: MetricsServerOptions): Promise<Stoppable & { port: number }> {
  const { host, port, metrics, log } = options
  let making: Promise<string> | null = null

  /** One page at a time: who asks meanwhile gets the same. */
  function page(): Promise<string> {
    making ??= metrics.page().finally(() => {
      making = null
    })
    return making
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Whatever comes along is not read.
    request.resume()
    const [path] = (request.url ?? '').split('?')
    if (path !== '/metrics') return say(response, 404, 'Not found. The metrics are at /metrics.\n')
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD')
      return say(response, 405, 'This path answers GET and HEAD.\n')
    }
    try {
      const text = await page()
      response.setHeader('Content-Type', metricsMediaType)
      say(response, 200, text)
    } catch (error) {
      log.error({ error }, 'metrics failed')
      say(response, 500, 'The metrics could not be collected.\n')
    }
  }

  const server = createServer(
    {
      headersTimeout: requestMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: idleMs,
      maxHeaderSize: 8_192,
    },
    (request, response) => void answer(request, response),
  )
  server.maxConnections = maxConnections
  // For who does not take the page.
  server.setTimeout(idleMs)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, resolve)
  })
  server.on('error', (error) => log.warn({ error }, 'metrics connection not accepted'))
  const bound = server.address()
  return {
    name: 'metrics',
    port: bound !== null && typeof bound === 'object' ? bound.port : port,
    async stop() {
      await making?.catch(() => {})
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

function say(response: ServerResponse, status: number, text: string): void {
  if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', 'text/plain; charset=utf-8')
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('Content-Length', Buffer.byteLength(text))
  response.statusCode = status
  // Node leaves the body out where the request was HEAD.
  response.end(text)
}
