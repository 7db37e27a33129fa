import type { Socket } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { SMTPConnection, type SMTPConnectionOptions } from 'smtp-server/lib/smtp-connection.js'

const ownEnhancedCode = /^[245]\.\d{1,3}\.\d{1,3} /
const goodbye = { code: 421, text: '4.3.2 Server shutting down, try again' }

/** A connection whose replies may bring their own enhanced status code (RFC 3463), and which knows whether a mail is on its way. */
class ReceivingConnection extends SMTPConnection {
  isReceiving = false
  #heldBack: Socket | null = null

  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    const bringsItsOwn = typeof data === 'string' && ownEnhancedCode.test(data)
    // A recipient that the library cannot even read is one that no address can have: the same 550 as for those that we refuse.
    const answered = context === 'MAILBOX_SYNTAX_ERROR' ? 550 : code
    if (answered === 250 || answered === 354) this.#holdBack()
    else this.#letGo()
    super.send(answered, data, bringsItsOwn ? false : context)
  }

  /**
   * Lets the replies to pipelined commands go out together at the end of the loop's turn: a system call each costs more than the
   * command. Any other reply goes out at once with what was held back, so that none is late for a STARTTLS or a close.
   */
  #holdBack(): void {
    if (this.#heldBack) return
    this.#heldBack = this._socket
    this._socket.cork()
    setImmediate(() => this.#letGo())
  }

  #letGo(): void {
    this.#heldBack?.uncork()
    this.#heldBack = null
  }

  sayGoodbye(): void {
    this.send(goodbye.code, goodbye.text)
    this.close()
  }
}

/**
 * smtp-server with what it lacks for receiving only: replies with enhanced codes of our choice, and a drain that finishes the
 * mails on their way and sends everybody else 421 at once (RFC 5321 §3.8). Relies on exported, undocumented parts of 3.21.6,
 * which `receiving-server.contract.test.ts` holds it to.
 */
export class ReceivingServer extends SMTPServer {
  #isDraining = false
  readonly #bySession = new WeakMap<SMTPServerSession, ReceivingConnection>()

  override connect(socket: Socket, options?: SMTPConnectionOptions | null): void {
    const connection = new ReceivingConnection(this, socket, options)
    this.connections.add(connection)
    connection.on('error', (error) => this._onError(error))
    connection.on('connect', (data) => this._onClientConnect(data))
    // The library keeps one session object for the life of a connection.
    this.#bySession.set(connection.session, connection)
    connection.init()
    // Accepted by the system just before the drain began.
    if (this.#isDraining) connection.sayGoodbye()
  }

  /** Marks that DATA of this session has begun; the returned function marks that its reply is out. */
  beginMail(session: SMTPServerSession): () => void {
    const connection = this.#bySession.get(session)
    if (!connection) return () => {}
    connection.isReceiving = true
    return () => {
      connection.isReceiving = false
      if (this.#isDraining) connection.sayGoodbye()
    }
  }

  /** Stops listening, lets mails on their way end, says 421 to all others. Past `deadlineMs` what is left is cut off, unacknowledged. */
  drain(deadlineMs: number): Promise<void> {
    this.#isDraining = true
    const closed = new Promise<void>((resolve) => this.close(() => resolve()))
    // The server forgets a connection once it has been told to go, though the client may keep its side open.
    const told = this.#ours()
    for (const connection of told) if (!connection.isReceiving) connection.sayGoodbye()
    const timer = setTimeout(() => {
      for (const connection of new Set([...told, ...this.#ours()])) {
        if (connection.isReceiving) connection.sayGoodbye()
        connection._socket.destroy()
      }
    }, deadlineMs)
    return closed.finally(() => clearTimeout(timer))
  }

  #ours(): ReceivingConnection[] {
    return [...this.connections].filter((connection) => connection instanceof ReceivingConnection)
  }
}
