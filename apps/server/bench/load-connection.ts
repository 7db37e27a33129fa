import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const finalReply = /^(\d{3}) [^\n]*\n/m

/**
 * One SMTP connection that sends mail after mail as large senders do, with pipelined commands (RFC 2920). Not a library's: a good one
 * costs 200 µs of processor a mail, as much as the server's own side of the protocol, and so would measure itself.
 */
export class LoadConnection {
  readonly #socket: Socket
  #received = ''
  #wake: () => void = () => {}

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true).setEncoding('latin1')
    socket.on('data', (text: string) => {
      this.#received += text
      this.#wake()
    })
    socket.on('close', () => this.#wake())
    socket.on('error', () => {})
  }

  /** `from` is the local address of the connection. */
  static async open(host: string, port: number, from?: string): Promise<LoadConnection> {
    const socket = connect({ port, host, localAddress: from })
    await once(socket, 'connect')
    const connection = new LoadConnection(socket)
    await connection.#replies(1)
    socket.write('EHLO bench.example\r\n')
    await connection.#replies(1)
    return connection
  }

  get isClosed(): boolean {
    return this.#socket.destroyed
  }

  /** Starts a mail to these recipients. @returns false when it is refused */
  async begin(to: string[]): Promise<boolean> {
    const recipients = to.map((each) => `RCPT TO:<${each}>\r\n`).join('')
    this.#socket.write(`MAIL FROM:<no-reply@shop.example>\r\n${recipients}DATA\r\n`, 'latin1')
    const replies = await this.#replies(to.length + 2)
    return replies.at(-1) === '354'
  }

  /** Sends bytes of the mail. */
  write(piece: Buffer): void {
    this.#socket.write(piece)
  }

  /** Sends one mail, given in pieces (lines end in CRLF, none begins with a dot). @returns ms from the final dot to 250, null when refused */
  async send(to: string[], pieces: Buffer[]): Promise<number | null> {
    if (!(await this.begin(to))) return null
    this.#socket.cork()
    for (const piece of pieces) this.#socket.write(piece)
    this.#socket.write('.\r\n', 'latin1')
    this.#socket.uncork()
    const dotAt = performance.now()
    const [reply] = await this.#replies(1)
    return reply === '250' ? performance.now() - dotAt : null
  }

  close(): void {
    this.#socket.end('QUIT\r\n')
  }

  destroy(): void {
    this.#socket.destroy()
  }

  /** The codes of the next replies. @throws when the server hangs up */
  async #replies(count: number): Promise<string[]> {
    const codes: string[] = []
    while (codes.length < count) {
      const match = finalReply.exec(this.#received)
      if (match?.[1]) {
        codes.push(match[1])
        this.#received = this.#received.slice(match.index + match[0].length)
        continue
      }
      if (this.#socket.destroyed) throw new Error('the server hung up')
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    return codes
  }
}
