import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Log } from '../log.ts'
import type { Stoppable } from '../shutdown.ts'
import { type Metrics, metricsMediaType } from './create-metrics.ts'

/** A scrape is one small request and one page: a client that takes longer is no metrics collector. */
const requestMs = 5_000
/** Longer than the scrape interval of most collectors, at most a minute. */
const idleMs = 90_000
/** Enough for several collectors and a person with curl. */
const maxConnections = 32

interface MetricsServerOptions {
  host: string
  /** 0 lets the system choose. */
  port: number
  metrics: Pick<Metrics, 'page'>
  log: Log
}

/** Serves `/metrics` on its own port, by GET and HEAD, without a credential. @throws where it cannot listen on the port */
export async function openMetricsServer(options: MetricsServerOptions): Promise<Stoppable & { port: number }> {
  const { host, port, metrics, log } = options
  let rendering: Promise<string> | null = null

  /** One page at a time: requests that come meanwhile get the same one. */
  function page(): Promise<string> {
    rendering ??= metrics.page().finally(() => {
      rendering = null
    })
    return rendering
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A body is discarded.
    request.resume()
    const [path] = (request.url ?? '').split('?')
    if (path !== '/metrics') return send(response, 404, 'Not found. The metrics are at /metrics.\n')
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD')
      return send(response, 405, 'This path answers GET and HEAD.\n')
    }
    try {
      const text = await page()
      response.setHeader('Content-Type', metricsMediaType)
      send(response, 200, text)
    } catch (error) {
      log.error({ error }, 'metrics failed')
      send(response, 500, 'The metrics could not be collected.\n')
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
  // For clients that do not read the page.
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
      await rendering?.catch(() => {})
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

function send(response: ServerResponse, status: number, text: string): void {
  if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', 'text/plain; charset=utf-8')
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('Content-Length', Buffer.byteLength(text))
  response.statusCode = status
  // For HEAD, Node leaves the body out.
  response.end(text)
}
