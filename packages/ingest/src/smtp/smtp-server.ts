import { createServer, type Server, type Socket } from 'node:net'
import type { Log, SmtpMetrics } from '@inlet/runtime'
import { canonicalIp, ipList } from '@inlet/runtime'
import { awaitProxyHeader } from './await-proxy-header.ts'
import { createClientLimits } from './guards/client-limits.ts'
import { type ClientRate, createClientRate } from './guards/client-rate.ts'
import { createMemoryBudget } from './guards/memory-budget.ts'
import type { Overload } from './guards/overload.ts'
import { limitOf } from './limit-of.ts'
import { type Reply, replies } from './replies.ts'
import type { MailHandlers, Peer, ServerContext } from './server-context.ts'
import { SmtpConnection } from './smtp-connection.ts'
import type { SmtpSettings } from './smtp-settings.ts'
import { secureContextOf } from './start-tls.ts'
import type { TlsMaterial } from './tls-material.ts'

/** A listener that is open. */
export interface SmtpListener {
  port: number
  /** The next handshakes use this certificate. @throws where certificate and key are not a pair in PEM */
  setTls(material: TlsMaterial): void
  /** Takes no new mail, lets mails on their way end, and cuts off what is left after `deadlineMs`. */
  drain(deadlineMs: number): Promise<void>
}

/** What the server works with. */
export interface ServerParts {
  handlers: MailHandlers
  log: Log
  metrics: SmtpMetrics
  newId(): string
  overload: Overload
  /** Whether the disk has too little room for more mail. */
  disk: { isReached(): boolean }
  /** Counted where a whole mail is taken; asked here before its bytes come. */
  copyBytes: ClientRate
  /** Milliseconds for all clocks of connections; only differences count. */
  now(): number
}

/** A connection costs the process about as much as so many bytes of a mail. */
const connectionBytes = 20_000

/** Opens a server that receives mail by RFC 5321 and knows nothing of what becomes of it. @throws where the port cannot be had */
export async function openSmtpServer(settings: SmtpSettings, parts: ServerParts): Promise<SmtpListener> {
  const { limits } = settings
  const peers = new Set<Peer>()
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
  const emptied = Promise.withResolvers<void>()

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
      shareOfOne: limits.clientMemoryShare,
      largestBytes: limits.maxBytes,
      shareOfSmall: limits.smallMailMemoryShare,
      isExempt: clientLimits.isExempt,
      now: parts.now,
    }),
    secureContext: () => secureContext,
    isDraining: () => isDraining,
    flushSoon(connection) {
      if (unflushed.length === 0) setImmediate(flushAll)
      unflushed.push(connection)
    },
    left(peer, clientIp) {
      clientLimits.leave(clientIp)
      forget(peer)
    },
  }

  function flushAll(): void {
    const round = unflushed
    unflushed = []
    for (const connection of round) connection.flush()
  }

  function forget(peer: Peer): void {
    peers.delete(peer)
    if (isDraining && peers.size === 0) emptied.resolve()
  }

  function arrive(socket: Socket): void {
    socket.setNoDelay(true)
    // Gone before we came to it.
    if (socket.remoteAddress === undefined) return void socket.destroy()
    const ip = canonicalIp(socket.remoteAddress)
    if (isDraining) return refuse(socket, ip, replies.shuttingDown)
    if (peers.size >= limits.maxConnections) return refuse(socket, ip, replies.tooManyConnections)
    if (!isBalancer(ip)) return admit(socket, ip)
    peers.add(
      awaitProxyHeader(socket, {
        now: parts.now(),
        limitMs: limits.proxyHeaderMs,
        arrived: (clientIp, rest) => admit(socket, clientIp ?? ip, rest),
        left: forget,
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
    parts.overload.note(clientIp, connectionBytes)
    const connection = new SmtpConnection(context, socket, clientIp)
    peers.add(connection)
    parts.metrics.connected()
    connection.open(early)
  }

  function refuse(socket: Socket, clientIp: string, reply: Reply): void {
    parts.log.debug({ clientIp, reply: reply.code, reason: reply.wire.trimEnd() }, 'connection refused')
    parts.metrics.refused(reply.code, limitOf(reply))
    socket.on('error', () => {})
    socket.write(reply.wire, 'latin1')
    socket.destroySoon()
  }

  async function drain(deadlineMs: number): Promise<void> {
    isDraining = true
    server.close()
    if (peers.size === 0) emptied.resolve()
    for (const peer of [...peers]) if (!peer.isReceiving()) peer.end(replies.shuttingDown)
    const deadline = setTimeout(() => {
      for (const peer of [...peers]) {
        peer.end(replies.shuttingDown)
        peer.destroy()
      }
    }, deadlineMs)
    await emptied.promise
    clearTimeout(deadline)
    clearInterval(ticking)
  }

  function byEncryption(): { yes: number; no: number } {
    let yes = 0
    for (const peer of peers) if (peer.isEncrypted()) yes += 1
    return { yes, no: peers.size - yes }
  }

  parts.metrics.watchConnections(byEncryption)
  parts.metrics.watchMemory(() => context.memory.heldBytes())
  // Half-open, so that who sends everything at once and closes its side hears its replies.
  const server = createServer({ allowHalfOpen: true }, arrive)
  const port = await listen(server, settings)
  // No file descriptors left, for one: nobody new gets in for a moment, which is no reason to end.
  server.on('error', (error) => parts.log.warn({ error }, 'connection not accepted'))
  const ticking = setInterval(() => {
    const moment = {
      now: parts.now(),
      isCrowded: peers.size > limits.maxConnections * limits.crowdedShare,
      isMemoryScarce: context.memory.isScarce(),
    }
    for (const peer of peers) peer.tick(moment)
  }, limits.tickMs).unref()
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
