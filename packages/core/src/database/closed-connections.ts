/// <reference path="./driver-connection.d.ts" />
import { Connection } from 'mongodb/lib/cmap/connection.js'

const { cleanup } = Connection.prototype

/**
 * Patches the driver, so that a command fails when its connection is closed while the command is being written; safe to call again.
 *
 * The driver (7.8.0, 7.9.0) writes a command to the socket and, where the socket's buffer is full, waits for its `drain` or `error`. A
 * socket that is closed meanwhile emits neither, so that the command would never end. And an `error` of the socket itself is Node's, which
 * the driver does not treat as a network error and does not retry. So the waiting command first gets the error of the closed connection.
 */
export function patchClosedConnections(): void {
  Connection.prototype.cleanup = cleanupAndFailWrites
}

function cleanupAndFailWrites(this: Connection, error: Error): void {
  if (this.closed) return
  cleanup.call(this, error)
  if (this.socket.listenerCount('drain') > 0) this.socket.emit('error', error)
}
