/** The driver's own connection, which its types leave out. */
declare module 'mongodb/lib/cmap/connection.js' {
  import type { EventEmitter } from 'node:events'

  export class Connection extends EventEmitter {
    readonly closed: boolean
    readonly socket: EventEmitter
    /** Closes it, once, and fails the command that waits for an answer. */
    cleanup(error: Error): void
  }
}
