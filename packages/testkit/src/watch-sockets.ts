import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Socket } from 'node:net'

/** Collects every socket that this process opens from now on, until it is disposed of. */
export function watchSockets(): Disposable & { sockets: Socket[] } {
  const sockets: Socket[] = []
  const listener = (message: unknown) => {
    if (typeof message !== 'object' || message === null || !('socket' in message)) return
    if (message.socket instanceof Socket) sockets.push(message.socket)
  }
  subscribe('net.client.socket', listener)
  return { sockets, [Symbol.dispose]: () => unsubscribe('net.client.socket', listener) }
}
