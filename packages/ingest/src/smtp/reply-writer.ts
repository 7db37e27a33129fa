import type { Socket } from 'node:net'
import type { SmtpMetrics } from '@inlet/runtime'
import type { Reply } from './replies.ts'

/** Collects the replies of one turn of the event loop and sends them in one write: a system call costs more than most commands. */
export class ReplyWriter {
  readonly #unreadMaxBytes: number
  readonly #metrics: Pick<SmtpMetrics, 'refused'>
  #pending = ''
  /** Replaced when TLS begins. */
  socket: Socket

  constructor(socket: Socket, unreadMaxBytes: number, metrics: Pick<SmtpMetrics, 'refused'>) {
    this.socket = socket
    this.#unreadMaxBytes = unreadMaxBytes
    this.#metrics = metrics
  }

  get isEmpty(): boolean {
    return this.#pending === ''
  }

  add(reply: Reply): void {
    if (reply.code >= 400) this.#metrics.refused(reply.code, reply.limit)
    this.#pending += reply.wire
  }

  /** Sends the pending replies. A client that sends commands without reading the replies is cut off, so that they do not pile up here. */
  flush(): void {
    if (this.#pending === '') return
    const pending = this.#pending
    this.#pending = ''
    if (this.socket.destroyed || !this.socket.writable) return
    if (this.socket.writableLength > this.#unreadMaxBytes) this.socket.destroy()
    else this.socket.write(pending, 'latin1')
  }
}
