import { type Me, type Role, roleIncludes } from '@inlet/contract'
import { createContext, type ReactNode, use } from 'react'

/** The service that the page shows, and what the user is in it. */
export interface CurrentService {
  id: string
  name: string
  role: Role
  me: Me
}

const Current = createContext<CurrentService | null>(null)

export const ServiceProvider = ({ service, children }: { service: CurrentService; children: ReactNode }) => (
  <Current value={service}>{children}</Current>
)

/** The service that the page shows. */
export function useService(): CurrentService {
  const service = use(Current)
  if (!service) throw new Error('There is no service around this')
  return service
}

/** Why the user may not do what needs a role; null where they may. The server decides: this only says it before. */
export function useRefusal(needed: Role): string | null {
  const { role } = useService()
  if (roleIncludes(role, needed)) return null
  const who = needed === 'owner' ? 'an owner' : 'an admin or owner'
  return `Only ${who} of this service can do this; you are ${role === 'admin' ? 'an admin' : 'a viewer'}`
}
