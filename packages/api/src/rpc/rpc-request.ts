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
