import type { IncomingMessage } from 'node:http'
import { readJsonBody } from '../rest/read-json-body.ts'

/**
 * A request as tRPC's adapter wants it. Its body is read by ours, under the same limits as over REST and only when a procedure asks for
 * its input; headers stay behind, so that no client asks the adapter for a stream, a form or a file.
 */
export class RpcCall extends Request {
  readonly #incoming: IncomingMessage

  constructor(url: URL, incoming: IncomingMessage) {
    super(url, { method: incoming.method, headers: { 'content-type': 'application/json' } })
    this.#incoming = incoming
  }

  override readonly json = () => readJsonBody(this.#incoming)
}
