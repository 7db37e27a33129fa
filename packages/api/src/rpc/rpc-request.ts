import type { IncomingMessage } from 'node:http'
import { readJsonBody } from '../http/read-json-body.ts'
import { RestRequest } from '../rest/rest-request.ts'

/** A request to the typed path: it may be a batch of calls, and its path and query hold no inputs. */
export class RpcRequest extends RestRequest {
  override get params(): Record<string, string> {
    return {}
  }

  override prefers(): boolean {
    return false
  }

  override get queryKeys(): null {
    return null
  }
}

/**
 * A request in the form that tRPC's adapter takes. `readJsonBody` reads its body, with the same limits as over REST and only when a procedure
 * reads its input. The client's headers are left out, so that it cannot ask the adapter for a stream, a form or a file.
 */
export class RpcCall extends Request {
  readonly #incoming: IncomingMessage
  readonly #bodyMaxBytes: number

  constructor(url: URL, incoming: IncomingMessage, bodyMaxBytes: number) {
    super(url, { method: incoming.method, headers: { 'content-type': 'application/json' } })
    this.#incoming = incoming
    this.#bodyMaxBytes = bodyMaxBytes
  }

  override readonly json = () => readJsonBody(this.#incoming, this.#bodyMaxBytes)
}
