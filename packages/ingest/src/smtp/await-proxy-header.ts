import type { Socket } from 'node:net'
import type { Peer } from './server-context.ts'
import { ProxyHeaderReader } from './wire/proxy-header.ts'

interface ProxyWait {
  now: number
  limitMs: number
  /** The header was read: `clientIp` null where the balancer speaks for itself. Nothing listens to the socket then. */
  arrived(clientIp: string | null, rest: Buffer): void
  left(peer: Peer): void
}

/** A balancer's connection until its PROXY header is there. Without one in time, or with a broken one, it ends without a word. */
export function awaitProxyHeader(socket: Socket, wait: ProxyWait): Peer {
  const reader = new ProxyHeaderReader()
  const peer: Peer = {
    tick: ({ now }) => {
      if (now - wait.now > wait.limitMs) socket.destroy()
    },
    isReceiving: () => false,
    isEncrypted: () => false,
    end: () => socket.destroy(),
    destroy: () => socket.destroy(),
  }
  const onClose = () => wait.left(peer)
  const onEnd = () => socket.destroy()
  const onData = (chunk: Buffer) => {
    const header = reader.read(chunk)
    if (header === 'more') return
    if (header === 'invalid') return socket.destroy()
    socket.off('data', onData).off('close', onClose).off('end', onEnd)
    wait.left(peer)
    wait.arrived(header.clientIp, header.rest)
  }
  socket.on('data', onData).on('close', onClose).on('end', onEnd).on('error', onEnd)
  return peer
}
