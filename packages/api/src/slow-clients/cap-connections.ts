import type { Server } from 'node:http'
import { addressBlock, type HttpMetrics, ipList, type Log } from '@inlet/runtime'
import type { HttpLimits } from './http-limits.ts'

const logEveryMs = 60_000

interface CapOptions {
  limits: Pick<HttpLimits, 'connections' | 'connectionsPerClient'>
  trustedProxies: readonly string[]
  log: Log
  metrics: Pick<HttpMetrics, 'connectionRefused'>
}

/** Limits the open connections of a server, in all and for each client; a further one is closed before anything is read. */
export function capConnections(server: Server, { limits, trustedProxies, log, metrics }: CapOptions): void {
  const isProxy = ipList(trustedProxies)
  const openByClient = new Map<string, number>()
  let refused = 0
  let loggedAt = Number.NEGATIVE_INFINITY

  // At most one line a minute: a line for each would flood the log.
  function reportRefusal(clientIp: string | undefined): void {
    refused += 1
    metrics.connectionRefused()
    if (performance.now() - loggedAt < logEveryMs) return
    loggedAt = performance.now()
    log.warn({ refused, clientIp }, 'connections refused')
    refused = 0
  }

  server.maxConnections = limits.connections
  server.on('drop', (dropped) => reportRefusal(dropped?.remoteAddress))
  server.on('connection', (socket) => {
    const clientIp = socket.remoteAddress ?? ''
    if (isProxy(clientIp)) return
    const client = addressBlock(clientIp)
    const open = openByClient.get(client) ?? 0
    if (open >= limits.connectionsPerClient) {
      reportRefusal(clientIp)
      socket.destroy()
      return
    }
    openByClient.set(client, open + 1)
    socket.once('close', () => {
      const left = (openByClient.get(client) ?? 1) - 1
      if (left > 0) openByClient.set(client, left)
      else openByClient.delete(client)
    })
  })
}
