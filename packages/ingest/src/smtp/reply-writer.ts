import type { Socket } from 'node:net'

/** Gathers the replies of a turn of the loop and sends them in one write: a system call costs more than most commands. */
export class ReplyWriter {
  readonly #unreadMaxBytes: number
  #gathered = ''
  /** Changes when TLS begins. */
  socket: Socket

  constructor(socket: Socket, unreadMaxBytes: number) {
    this.socket = socket
    this.#unreadMaxBytes = unreadMaxBytes
  }

  get isEmpty(): boolean {
    return this.#gathered === ''
  }

  add(wire: string): void {
    this.#gathered += wire
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
