import { type ApiKeyScope, AppError, type Role, roleIncludes } from '@inlet/contract'

/** Who is calling, and with it what is theirs. */
export type Caller = ApiKeyCaller | Person

/** Whoever acts in person, so that what they change stands in the audit log. */
export type Person = UserCaller | OperatorCaller

/** An API key, bound to one service; its scope is the edge's to check. */
export interface ApiKeyCaller {
  kind: 'apiKey'
  keyId: string
  serviceId: string
  scope: ApiKeyScope
  /** False for a test key: what it creates is labelled so. */
  isLive: boolean
}

/** A user who is logged in, with a role in each service that has them as a member. */
export interface UserCaller {
  kind: 'user'
  userId: string
  email: string | null
  roles: ReadonlyMap<string, Role>
  origin: Origin
}

/** Who runs the operator's commands, by their name on that machine: every service is theirs. */
export interface OperatorCaller {
  kind: 'operator'
  name: string
  origin: Origin
}

/** Where a person's call came from, for the audit log. */
export interface Origin {
  ip: string | null
  requestId: string
}

/** What a record asks of whoever wants it: the least role of a user, and the noun that a 404 names. */
export interface Need {
  role: Role
  noun: string
}

/** Whether what this caller creates is live: only a test key's is not. */
export const isLiveCaller = (caller: Caller): boolean => caller.kind !== 'apiKey' || caller.isLive

/** Tells callers apart, for what is counted or kept by caller. */
export function callerId(caller: Caller): string {
  if (caller.kind === 'apiKey') return caller.keyId
  return caller.kind === 'user' ? caller.userId : `operator ${caller.name}`
}

/**
 * The one decision on ownership. To a user, a record of a service that has them not as a member is as absent as one that never was.
 * @throws NOT_FOUND for null and for strangers; FORBIDDEN `wrong_service` for a key of another service, `insufficient_role` for a user
 */
export function permitted<T extends { serviceId: string }>(caller: Caller, found: T | null, need: Need): T {
  if (!found) throw absent(need.noun)
  if (caller.kind === 'operator') return found
  if (caller.kind === 'apiKey') {
    if (caller.serviceId === found.serviceId) return found
    throw AppError.of('wrong_service')
  }

  const held = caller.roles.get(found.serviceId)
  if (!held) throw absent(need.noun)
  if (roleIncludes(held, need.role)) return found
  throw AppError.of('insufficient_role', { message: `This needs the role ${need.role} in the service` })
}

/** The same for a service itself, by its id. @throws NOT_FOUND; FORBIDDEN `wrong_service`, `insufficient_role` */
export function assertMay(caller: Caller, serviceId: string, role: Role): void {
  permitted(caller, { serviceId }, { role, noun: 'service' })
}

const absent = (noun: string) => new AppError('NOT_FOUND', `No such ${noun}`)
