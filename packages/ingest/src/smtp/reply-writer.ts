import type { Socket } from 'node:net'
import type { SmtpMetrics } from '@inlet/runtime'
import { limitOf } from './limit-of.ts'
import type { Reply } from './replies.ts'

/** Gathers the replies of a turn of the loop and sends them in one write: a system call costs more than most commands. */
export class ReplyWriter {
  readonly #unreadMaxBytes: number
  readonly #metrics: Pick<SmtpMetrics, 'refused'>
  #gathered = ''
  /** Changes when TLS begins. */
  socket: Socket

  constructor(socket: Socket, unreadMaxBytes: number, metrics: Pick<SmtpMetrics, 'refused'>) {
    this.socket = socket
    this.#unreadMaxBytes = unreadMaxBytes
    this.#metrics = metrics
  }

  get isEmpty(): boolean {
    return this.#gathered === ''
  }

  add(reply: Reply): void {
    if (reply.code >= 400) this.#metrics.refused(reply.code, limitOf(reply))
    this.#gathered += reply.wire
  }

  /** Sends what has gathered. A client that asks without reading the answers would have us keep them all: it is cut off. */
  flush(): void {
    if (this.#gathered === '') return
    const gathered = this.#gathered
    this.#gathered = ''
    if (this.socket.destroyed || !this.socket.writable) return
    if (this.socket.writableLength > this.#unreadMaxBytes) this.socket.destroy()
    else this.socket.write(gathered, 'latin1')
  }
}
