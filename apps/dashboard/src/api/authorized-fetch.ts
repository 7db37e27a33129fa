import type { Session } from '../session/session.ts'
import type { Reachability } from './reachability.ts'

/** What the tRPC client and the live feed pass to `fetch`. */
export type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>

/**
 * A `fetch` that sends the access token as a header, never in a URL. A token that the server refuses is renewed once, silently; where that does
 * not help the session is over. @throws SessionEnded, and what `fetch` throws
 */
export function authorizedFetch(session: Session, reachability: Reachability): Fetch {
  async function send(url: string | URL | Request, init: RequestInit | undefined, token: string): Promise<Response> {
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Bearer ${token}`)
    try {
      const answer = await fetch(url, { ...init, headers })
      reachability.report(answer.status !== 502 && answer.status !== 504)
      return answer
    } catch (error) {
      if (!init?.signal?.aborted) reachability.report(false)
      throw error
    }
  }

  return async (url, init) => {
    const token = await session.accessToken()
    const answer = await send(url, init, token)
    if (answer.status !== 401) {
      session.accepted()
      return answer
    }
    const second = await send(url, init, await session.renew(token))
    return second.status === 401 ? session.refused() : second
  }
}
