/** The driver's connection class, which its types leave out. */
declare module 'mongodb/lib/cmap/connection.js' {
  import type { EventEmitter } from 'node:events'

  export class Connection extends EventEmitter {
    readonly closed: boolean
    readonly socket: EventEmitter
    /** Closes it, once, and fails the command that waits for a reply. */
    cleanup(error: Error): void
  }
}
