import type { Socket } from 'node:net'
import type { OpenConnection } from './server-context.ts'
import { ProxyHeaderReader } from './wire/proxy-header.ts'

interface ProxyWait {
  startedAt: number
  limitMs: number
  /** The header was read; the socket has no listeners any more. `clientIp` is null where the balancer connects for itself. */
  onHeader(clientIp: string | null, rest: Buffer): void
  /** The wait is over, with a header or without. */
  onEnd(connection: OpenConnection): void
}

/** A balancer's connection until its PROXY header has come. A late or invalid header closes the connection without a reply. */
export function awaitProxyHeader(socket: Socket, wait: ProxyWait): OpenConnection {
  const reader = new ProxyHeaderReader()
  const connection: OpenConnection = {
    checkTimeouts: ({ now }) => {
      if (now - wait.startedAt > wait.limitMs) socket.destroy()
    },
    isReceiving: () => false,
    isEncrypted: () => false,
    end: () => socket.destroy(),
    destroy: () => socket.destroy(),
  }
  const onClose = () => wait.onEnd(connection)
  const onEnd = () => socket.destroy()
  const onData = (chunk: Buffer) => {
    const header = reader.read(chunk)
    if (header === 'more') return
    if (header === 'invalid') return socket.destroy()
    socket.off('data', onData).off('close', onClose).off('end', onEnd)
    wait.onEnd(connection)
    wait.onHeader(header.clientIp, header.rest)
  }
  socket.on('data', onData).on('close', onClose).on('end', onEnd).on('error', onEnd)
  return connection
}
