import type { Socket } from 'node:net'
import type { SmtpLimits } from './smtp-settings.ts'

/** What one connection may have read before all others have their turn: the event loop alone would read up to 2 MiB of each. */
const turnBytes = 64 * 1024

/** Slows the reading of one connection down, so that a client which sends as fast as it can does not delay all others. */
export class ReadPace {
  #turnBytes = 0
  #discardedBytes = 0

  /** To be called when `bytes` were read and used. After 64 KiB the next turn of the event loop reads on, if `mayRead` says so then. */
  takeTurns(bytes: number, socket: Socket, mayRead: () => boolean): void {
    this.#turnBytes += bytes
    if (this.#turnBytes < turnBytes || !mayRead()) return
    this.#turnBytes = 0
    socket.pause()
    setImmediate(() => {
      if (mayRead()) socket.resume()
    })
  }

  /** To be called when `bytes` were read that are thrown away, since their client has had its last reply. The next are read after a pause. */
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
