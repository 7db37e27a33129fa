import type { Socket } from 'node:net'
import type { SmtpLimits } from './smtp-settings.ts'

/** Bytes read from one connection before the others are read: the event loop alone would read up to 2 MiB of each. */
const turnBytes = 64 * 1024

/** Limits how fast one connection is read, so that a client that sends as fast as it can does not delay all others. */
export class ReadPace {
  #turnBytes = 0
  #discardedBytes = 0

  /** Call after `bytes` were read and processed. After 64 KiB it pauses until the next turn of the event loop; then it reads on if `mayRead`. */
  takeTurns(bytes: number, socket: Socket, mayRead: () => boolean): void {
    this.#turnBytes += bytes
    if (this.#turnBytes < turnBytes || !mayRead()) return
    this.#turnBytes = 0
    socket.pause()
    setImmediate(() => {
      if (mayRead()) socket.resume()
    })
  }

  /** Call after `bytes` were read and discarded because the client has got its last reply. The next are read after a pause. */
  discard(bytes: number, socket: Socket, { maxBytes, lingerPauseMs }: SmtpLimits): void {
    this.#discardedBytes += bytes
    if (this.#discardedBytes > 2 * maxBytes) {
      socket.destroy()
      return
    }
    socket.pause()
    setTimeout(() => socket.resume(), lingerPauseMs).unref()
  }
}
