import { type ApiKeyScope, AppError, type Role, roleIncludes } from '@inlet/contract'

/**
 * Who makes a call. Another kind, such as a visitor of a public inbox, is one more line here: it does not compile until each `switch` over
 * `kind` has a case for it, it is not a `Person`, and what it creates is live.
 */
export type Caller = ApiKeyCaller | UserCaller | OperatorCaller

/** A caller whose changes are recorded in the audit log. */
export type Person = UserCaller | OperatorCaller

/** An API key, bound to one service; `packages/api` checks its scope. */
export interface ApiKeyCaller {
  kind: 'apiKey'
  keyId: string
  serviceId: string
  scope: ApiKeyScope
  /** False for a test key: what it creates is labelled as such. */
  isLive: boolean
}

/** A user who is logged in, with their role in each of their services. */
export interface UserCaller {
  kind: 'user'
  userId: string
  email: string | null
  roles: ReadonlyMap<string, Role>
  origin: Origin
}

/** A person at the operator's command line, by their name on that machine; may do everything in every service. */
export interface OperatorCaller {
  kind: 'operator'
  name: string
  origin: Origin
}

/** The origin of a person's call, for the audit log. */
export interface Origin {
  ip: string | null
  requestId: string
}

/** The smallest role that a user needs for a record, and the noun in a 404. */
export interface Need {
  role: Role
  noun: string
}

/** Whether the caller is a person. */
export const isPerson = (caller: Caller): caller is Person => caller.kind === 'user' || caller.kind === 'operator'

/** Whether what this caller creates is live: false for a test key alone. */
export const isLiveCaller = (caller: Caller): boolean => caller.kind !== 'apiKey' || caller.isLive

/** Identifies a caller, for what is counted or stored by caller. */
export function callerId(caller: Caller): string {
  switch (caller.kind) {
    case 'apiKey':
      return caller.keyId
    case 'user':
      return caller.userId
    case 'operator':
      return `operator ${caller.name}`
  }
}

/**
 * Decides whether a caller may use a record. To a user, a record of a service without their membership does not exist.
 * @throws NOT_FOUND for null and for users of other services; FORBIDDEN `wrong_service` for a key of another service, `insufficient_role`
 * for a user
 */
export function permitted<T extends { serviceId: string }>(caller: Caller, found: T | null, need: Need): T {
  if (!found) throw absent(need.noun)
  switch (caller.kind) {
    case 'operator':
      return found
    case 'apiKey': {
      if (caller.serviceId === found.serviceId) return found
      throw AppError.of('wrong_service')
    }
    case 'user': {
      const role = caller.roles.get(found.serviceId)
      if (!role) throw absent(need.noun)
      if (roleIncludes(role, need.role)) return found
      throw AppError.of('insufficient_role', { message: `This needs the role ${need.role} in the service` })
    }
  }
}

/** The same for a service itself, by its id. @throws NOT_FOUND; FORBIDDEN `wrong_service`, `insufficient_role` */
export function assertMay(caller: Caller, serviceId: string, role: Role): void {
  permitted(caller, { serviceId }, { role, noun: 'service' })
}

const absent = (noun: string) => new AppError('NOT_FOUND', `No such ${noun}`)
