import { createServer, type Server, type Socket } from 'node:net'
import type { Log, SmtpMetrics } from '@inlet/runtime'
import { canonicalIp, ipList } from '@inlet/runtime'
import { awaitProxyHeader } from './await-proxy-header.ts'
import { createClientLimits } from './guards/client-limits.ts'
import { type ClientRate, createClientRate } from './guards/client-rate.ts'
import { createMemoryBudget } from './guards/memory-budget.ts'
import type { Overload } from './guards/overload.ts'
import { type Reply, replies } from './replies.ts'
import type { MailHandlers, OpenConnection, ServerContext } from './server-context.ts'
import { SmtpConnection } from './smtp-connection.ts'
import type { SmtpSettings } from './smtp-settings.ts'
import { secureContextOf, type TlsMaterial } from './tls.ts'

/** An open SMTP server. */
export interface SmtpListener {
  port: number
  /** Sets the certificate for the next handshakes. @throws where certificate and key are not a pair in PEM */
  setTls(material: TlsMaterial): void
  /** Accepts no new mail, lets running transfers and commits finish, and disconnects what is left after `deadlineMs`. */
  drain(deadlineMs: number): Promise<void>
}

/** What the server works with, beside its settings. */
export interface ServerParts {
  handlers: MailHandlers
  log: Log
  metrics: SmtpMetrics
  newId(): string
  overload: Overload
  /** Whether the disk has too little free space for more mail. */
  disk: { isReached(): boolean }
  /** Counted when a whole mail has come; checked here before its bytes come. */
  copyBytes: ClientRate
  /** Gets the size of bytes outside V8's heap that have just become garbage. */
  countGarbage(bytes: number): void
  /** Milliseconds, for all timeouts; only differences count. */
  now(): number
}

/** A connection costs the process about as much as this many bytes of a mail. */
const connectionBytes = 20_000

/** Opens a server that receives mail by RFC 5321 and passes it to `handlers`. @throws where it cannot listen on the port */
export async function openSmtpServer(settings: SmtpSettings, parts: ServerParts): Promise<SmtpListener> {
  const { limits } = settings
  const connections = new Set<OpenConnection>()
  const isBalancer = ipList(settings.proxyFrom)
  const clientLimits = createClientLimits({
    perClient: limits.connectionsPerClient,
    perMinute: limits.connectionsPerMinutePerClient,
    exempt: settings.exempt,
    now: parts.now,
  })
  let secureContext = secureContextOf(settings.tls)
  let isDraining = false
  let unflushed: { flush(): void }[] = []
  const allClosed = Promise.withResolvers<void>()

  const context: ServerContext = {
    ...parts,
    settings,
    clientLimits,
    copies: createClientRate({
      perMinute: limits.copiesPerMinutePerClient,
      isExempt: clientLimits.isExempt,
      now: parts.now,
    }),
    memory: createMemoryBudget({
      totalBytes: limits.dataMemoryBytes,
      clientShare: limits.clientMemoryShare,
      largestBytes: limits.maxBytes,
      smallMailShare: limits.smallMailMemoryShare,
      isExempt: clientLimits.isExempt,
      now: parts.now,
    }),
    secureContext: () => secureContext,
    isDraining: () => isDraining,
    flushSoon(pending) {
      if (unflushed.length === 0) setImmediate(flushAll)
      unflushed.push(pending)
    },
    connectionClosed(connection, clientIp) {
      clientLimits.leave(clientIp)
      remove(connection)
    },
  }

  function flushAll(): void {
    const round = unflushed
    unflushed = []
    for (const pending of round) pending.flush()
  }

  function remove(connection: OpenConnection): void {
    connections.delete(connection)
    if (isDraining && connections.size === 0) allClosed.resolve()
  }

  function onConnection(socket: Socket): void {
    socket.setNoDelay(true)
    // Closed before it was accepted.
    if (socket.remoteAddress === undefined) return void socket.destroy()
    const ip = canonicalIp(socket.remoteAddress)
    if (isDraining) return refuse(socket, ip, replies.shuttingDown)
    if (connections.size >= limits.maxConnections) return refuse(socket, ip, replies.tooManyConnections)
    if (!isBalancer(ip)) return admit(socket, ip)
    connections.add(
      awaitProxyHeader(socket, {
        startedAt: parts.now(),
        limitMs: limits.proxyHeaderMs,
        onHeader: (clientIp, rest) => admit(socket, clientIp ?? ip, rest),
        onEnd: remove,
      }),
    )
  }

  function admit(socket: Socket, clientIp: string, early?: Buffer): void {
    const verdict = clientLimits.enter(clientIp)
    if (verdict === 'too many connections') return refuse(socket, clientIp, replies.tooManyOfClient)
    if (verdict === 'too many in this minute') return refuse(socket, clientIp, replies.tooOften)
    if (parts.overload.refuses(clientIp)) {
      clientLimits.leave(clientIp)
      return refuse(socket, clientIp, replies.tooBusy)
    }
    parts.overload.count(clientIp, connectionBytes)
    const connection = new SmtpConnection(context, socket, clientIp)
    connections.add(connection)
    parts.metrics.connected()
    connection.open(early)
  }

  function refuse(socket: Socket, clientIp: string, reply: Reply): void {
    parts.log.debug({ clientIp, reply: reply.code, reason: reply.wire.trimEnd() }, 'connection refused')
    parts.metrics.refused(reply.code, reply.limit)
    socket.on('error', () => {})
    socket.write(reply.wire, 'latin1')
    socket.destroySoon()
  }

  async function drain(deadlineMs: number): Promise<void> {
    isDraining = true
    server.close()
    if (connections.size === 0) allClosed.resolve()
    for (const connection of [...connections]) if (!connection.isReceiving()) connection.end(replies.shuttingDown)
    const deadline = setTimeout(() => {
      for (const connection of [...connections]) {
        connection.end(replies.shuttingDown)
        connection.destroy()
      }
    }, deadlineMs)
    await allClosed.promise
    clearTimeout(deadline)
    clearInterval(timeoutTimer)
  }

  function byEncryption(): { yes: number; no: number } {
    let yes = 0
    for (const connection of connections) if (connection.isEncrypted()) yes += 1
    return { yes, no: connections.size - yes }
  }

  parts.metrics.watchConnections(byEncryption)
  parts.metrics.watchMemory(() => context.memory.heldBytes())
  // Half-open, so that a client that sends everything at once and closes its side still gets its replies.
  const server = createServer({ allowHalfOpen: true }, onConnection)
  const port = await listen(server, settings)
  // For example no file descriptors left: no reason to end the process, since they come back.
  server.on('error', (error) => parts.log.warn({ error }, 'connection not accepted'))
  const timeoutTimer = setInterval(() => {
    const timeouts = {
      now: parts.now(),
      isNearlyFull: connections.size > limits.maxConnections * limits.nearlyFullShare,
      isMemoryScarce: context.memory.isScarce(),
    }
    for (const connection of connections) connection.checkTimeouts(timeouts)
  }, limits.timeoutCheckMs).unref()
  return {
    port,
    setTls: (material) => {
      secureContext = secureContextOf(material)
    },
    drain,
  }
}

function listen(server: Server, { port, host }: SmtpSettings): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog: 1024 }, () => {
      server.off('error', reject)
      const bound = server.address()
      resolve(bound !== null && typeof bound === 'object' ? bound.port : port)
    })
  })
}
