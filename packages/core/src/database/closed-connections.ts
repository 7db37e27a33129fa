import { Connection } from 'mongodb/lib/cmap/connection.js'

const { writeCommand } = Connection.prototype

/**
 * A command ends with its connection. The driver (7.8.0, 7.9.0) hands a command to the socket and, where that has no room, waits for
 * its `drain` or `error`. A socket that is closed meanwhile emits neither: the command would never end, nor would whoever waits for it.
 * And an `error` comes through as Node's own, which the driver takes for no fault of the network and does not try again.
 */
Connection.prototype.writeCommand = async function (...args) {
  const { promise: closed, reject } = Promise.withResolvers<never>()
  const onClose = () => reject(this.error)
  this.once('close', onClose)
  try {
    await Promise.race([writeCommand.apply(this, args), closed])
  } finally {
    this.off('close', onClose)
  }
}
