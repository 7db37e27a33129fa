import type { DashboardConfig } from '@inlet/contract'
import { ErrorResponse, type User, UserManager, WebStorageStateStore } from 'oidc-client-ts'
import { refreshTokenStore } from './refresh-token-store.ts'
import { SessionEnded } from './session-ended.ts'

/** `leaving`: on the way to the login page of the provider. */
export type SessionState =
  | { kind: 'signed-in' }
  | { kind: 'leaving' }
  | { kind: 'signed-out'; reason: 'chosen' | 'everywhere' | 'failed' | 'refused'; message: string | null }

export interface Session {
  state: () => SessionState
  subscribe: (listener: () => void) => () => void
  /** Continues the session of this tab, or finishes a login, or begins one. @returns the path to go to after a login */
  start: () => Promise<string | null>
  logIn: () => Promise<void>
  logOut: () => Promise<void>
  /** All logins of the person have been ended at the provider: ends what this browser has of its own. */
  loggedOutEverywhere: () => Promise<void>
  /** A valid access token, renewed where it ends soon. @throws SessionEnded */
  accessToken: () => Promise<string>
  /** Replaces an access token that the server has refused. @throws SessionEnded */
  renew: (refused: string) => Promise<string>
  /** The server has taken a token. Until then a refusal does not lead to a login, which would only be refused again. */
  accepted: () => void
  /** The server has refused a token that was just renewed. @throws SessionEnded */
  refused: () => Promise<never>
  /** Calls back before the page is left without a request of the user, so that unsaved input can be kept. */
  beforeLeaving: (listener: () => void) => () => void
  /** Says that the page is about to be left so. */
  announceLeaving: () => void
}

const signedOutMark = 'inlet.signed-out'
const renewSeconds = 30

/** Makes the session at the OpenID provider that the server names: code with PKCE, a refresh token, no cookie of ours. */
export function createSession(config: DashboardConfig, basePath: string): Session {
  const home = new URL(basePath, window.location.origin).href
  const manager = new UserManager({
    authority: config.issuer,
    client_id: config.clientId,
    redirect_uri: `${home}callback`,
    post_logout_redirect_uri: home,
    scope: config.scope,
    ...(config.resource !== null && { resource: config.resource }),
    ...(config.audience !== null && { extraQueryParams: { audience: config.audience } }),
    userStore: refreshTokenStore(window.sessionStorage),
    stateStore: new WebStorageStateStore({ store: window.sessionStorage, prefix: 'inlet.login.' }),
    automaticSilentRenew: false,
    monitorSession: false,
    loadUserInfo: false,
  })
  const listeners = new Set<() => void>()
  const leavers = new Set<() => void>()
  // Other tabs of this browser log out too.
  const tabs = new BroadcastChannel('inlet-session')
  let state: SessionState = { kind: 'leaving' }
  let user: User | null = null
  let renewal: Promise<string> | null = null
  let isAccepted = false

  function become(next: SessionState): void {
    state = next
    for (const listener of listeners) listener()
  }

  function announceLeaving(): void {
    for (const leaver of leavers) leaver()
  }

  const isOnCallback = () => window.location.pathname === `${basePath}callback`

  async function logIn(): Promise<void> {
    become({ kind: 'leaving' })
    const { pathname, search, hash } = window.location
    const path = isOnCallback() ? basePath : `${pathname}${search}${hash}`
    try {
      await manager.signinRedirect({ state: { path } })
    } catch (error) {
      become({ kind: 'signed-out', reason: 'failed', message: textOf(error) })
    }
  }

  /** The session is over: the way leads to the login, and back to this page. */
  async function end(): Promise<never> {
    const wasSignedIn = state.kind === 'signed-in'
    user = null
    await manager.removeUser()
    if (!isAccepted) become({ kind: 'signed-out', reason: 'refused', message: null })
    else if (wasSignedIn) {
      announceLeaving()
      void logIn()
    }
    isAccepted = false
    throw new SessionEnded('The session is over')
  }

  async function renewNow(): Promise<string> {
    if (!user?.refresh_token) return end()
    try {
      user = await manager.signinSilent()
    } catch (error) {
      // Only the provider's own refusal ends a session; a provider that does not answer may do so later.
      if (error instanceof ErrorResponse) return end()
      throw error
    }
    return user ? user.access_token : end()
  }

  const renewOnce = () => {
    renewal ??= renewNow().finally(() => {
      renewal = null
    })
    return renewal
  }

  async function finishLogin(): Promise<string | null> {
    try {
      user = (await manager.signinCallback()) ?? null
    } catch (error) {
      become({ kind: 'signed-out', reason: 'failed', message: textOf(error) })
      return null
    }
    become({ kind: 'signed-in' })
    return pathIn(user?.state) ?? basePath
  }

  async function forgetUser(reason: 'chosen' | 'everywhere'): Promise<void> {
    user = null
    await manager.removeUser()
    become({ kind: 'signed-out', reason, message: null })
  }

  tabs.onmessage = () => void forgetUser('chosen')

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async start() {
      if (isOnCallback()) return finishLogin()
      if (window.sessionStorage.getItem(signedOutMark) !== null) {
        window.sessionStorage.removeItem(signedOutMark)
        become({ kind: 'signed-out', reason: 'chosen', message: null })
        return null
      }
      const known = await manager.getUser()
      if (!known?.refresh_token) {
        void logIn()
        return null
      }
      try {
        user = await manager.signinSilent()
        become({ kind: 'signed-in' })
      } catch (error) {
        if (!(error instanceof ErrorResponse)) {
          become({ kind: 'signed-out', reason: 'failed', message: textOf(error) })
          return null
        }
        await manager.removeUser()
        void logIn()
      }
      return null
    },
    logIn,
    async logOut() {
      forget(window.sessionStorage)
      window.sessionStorage.setItem(signedOutMark, 'yes')
      tabs.postMessage('signed-out')
      const hint = user?.id_token
      become({ kind: 'leaving' })
      // The provider may answer that without a body, which the library treats as an error, or have no such endpoint.
      await manager.revokeTokens(['refresh_token']).catch(() => {})
      try {
        await manager.signoutRedirect(hint === undefined ? {} : { id_token_hint: hint })
      } catch {
        // A provider without a logout of its own: the tokens are gone here.
        await forgetUser('chosen')
      }
    },
    async loggedOutEverywhere() {
      forget(window.sessionStorage)
      tabs.postMessage('signed-out')
      await forgetUser('everywhere')
    },
    async accessToken() {
      if (user && (user.expires_in ?? 0) > renewSeconds) return user.access_token
      return renewOnce()
    },
    renew: (refused) => (user && user.access_token !== refused ? Promise.resolve(user.access_token) : renewOnce()),
    accepted() {
      isAccepted = true
    },
    refused: end,
    announceLeaving,
    beforeLeaving(listener) {
      leavers.add(listener)
      return () => void leavers.delete(listener)
    },
  }
}

/** Removes what this tab has stored: the refresh token, unsaved text. */
function forget(storage: Storage): void {
  for (const key of Object.keys(storage).filter((each) => each.startsWith('inlet.'))) storage.removeItem(key)
}

/** The path at which the login began. */
function pathIn(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('path' in state)) return null
  const { path } = state
  return typeof path === 'string' && /^\/(?!\/)/.test(path) ? path : null
}

/** What the provider said, or the browser. */
function textOf(error: unknown): string {
  if (error instanceof ErrorResponse) return error.error_description ?? error.error ?? error.message
  const text = error instanceof Error ? error.message : String(error)
  // The library's own message where the tab does not know the login does not help the user.
  return /\bstate\b/i.test(text) ? 'It was started in another tab, or too long ago.' : text
}
