/// <reference path="./driver-connection.d.ts" />
import { Connection } from 'mongodb/lib/cmap/connection.js'

const { cleanup } = Connection.prototype

/**
 * A command ends with its connection. The driver (7.8.0, 7.9.0) hands a command to the socket and, where that has no room, waits for
 * its `drain` or `error`. A socket that is closed meanwhile emits neither: the command would never end, nor would whoever waits for it.
 * And an `error` comes through as Node's own, which the driver takes for no fault of the network and does not try again. So whoever
 * waits hears the error that the connection is closed with, and hears it first.
 */
Connection.prototype.cleanup = function (error) {
  if (this.closed) return
  cleanup.call(this, error)
  if (this.socket.listenerCount('drain') > 0) this.socket.emit('error', error)
}
