/** The driver's own connection, which its types leave out. */
declare module 'mongodb/lib/cmap/connection.js' {
  import type { EventEmitter } from 'node:events'

  export class Connection extends EventEmitter {
    /** Why it was closed, once it emits `close`. */
    readonly error: Error | null
    /** Hands a command to the socket. */
    writeCommand(...args: unknown[]): Promise<void>
  }
}
