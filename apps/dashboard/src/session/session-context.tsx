import type { DashboardConfig } from '@inlet/contract'
import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import type { Session, SessionState } from './session.ts'

interface SessionParts {
  session: Session
  config: DashboardConfig
}

const Parts = createContext<SessionParts | null>(null)

export const SessionProvider = ({ parts, children }: { parts: SessionParts; children: ReactNode }) => (
  <Parts value={parts}>{children}</Parts>
)

function useParts(): SessionParts {
  const parts = use(Parts)
  if (!parts) throw new Error('There is no session around this')
  return parts
}

/** The session: how to log in and out. */
export const useSession = (): Session => useParts().session

/** What the server says of itself: its URL, its SMTP host, whether plans are paid for. */
export const useConfig = (): DashboardConfig => useParts().config

/** The state of the login; renders again when it changes. */
export function useSessionState(): SessionState {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, session.state)
}
