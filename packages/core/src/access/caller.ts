import { type ApiKeyScope, AppError, type Role, roleIncludes } from '@inlet/contract'

/**
 * Who makes a call. Another kind is one more line here: it does not compile until each `switch` over `kind` has a case for it, it is not a
 * `Person`, and what it creates is live.
 */
export type Caller = ApiKeyCaller | UserCaller | OperatorCaller | VisitorCaller

/** A caller whose changes are recorded in the audit log. */
export type Person = UserCaller | OperatorCaller

/** An API key, bound to one service; `packages/api` checks its scope. */
export interface ApiKeyCaller {
  kind: 'apiKey'
  keyId: string
  serviceId: string
  scope: ApiKeyScope
  /** False for a test key: everything it creates has `livemode` false. */
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

/** A visitor of one public inbox, who has passed the lock of its service and its password (`visitInbox`). */
export interface VisitorCaller {
  kind: 'visitor'
  /** The client's IPv4 address or /64 network. */
  client: string
  serviceId: string
  /** The domain of the inbox: an address of a removed one with the same name is none of this visitor's. */
  domainId: string
  fullAddress: string
  /** The inbox as it was at that moment; null where its first mail will create it. */
  inbox: VisitedInbox | null
  /** The session token that was sent: `owner` where it is that of the address. */
  session: 'missing' | 'wrong' | 'owner'
}

interface VisitedInbox {
  id: string
  owner: 'service' | 'session' | 'none'
  /** The stored hash that the visitor's password was checked against; null where the inbox has no password. */
  passwordHash: string | null
  expiresAt: Date
  /** Messages up to this id are cleared. */
  clearedBefore?: string
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
  /** A visitor needs the owner's session also where the address has no owner. */
  isForOwner?: boolean
}

/** What `permitted` looks at: the record's service, and for a visitor its inbox. */
interface Owned {
  serviceId: string
  /** Of an address. */
  fullAddress?: string
  /** Of an address. */
  passwordHash?: string | null
  /** Of a message. */
  addressId?: string
}

/** Whether the caller is a person. */
export const isPerson = (caller: Caller): caller is Person => caller.kind === 'user' || caller.kind === 'operator'

/** Whether what this caller creates is live: false for a test key alone. */
export const isLiveCaller = (caller: Caller): boolean => caller.kind !== 'apiKey' || caller.isLive

/** A job that changes something by itself, for the audit log; it calls no use-case that asks for permission. */
export interface SystemActor {
  kind: 'system'
}
export const systemActor: SystemActor = { kind: 'system' }

/** Identifies a caller, for what is counted or stored by caller. */
export function callerId(caller: Caller): string {
  switch (caller.kind) {
    case 'apiKey':
      return caller.keyId
    case 'user':
      return caller.userId
    case 'operator':
      return `operator ${caller.name}`
    case 'visitor':
      return `visitor ${caller.client}`
  }
}

/**
 * Decides whether a caller may use a record; to a user, a record of a service without their membership does not exist. Every use-case
 * applies it, since the command line calls them too; what `packages/api` compares before, by the metadata `owns`, puts that 403 before the
 * errors of an input. A visitor may read everything in one inbox; to change it they need the session of its owner, if it has one.
 * @throws NOT_FOUND for null, for users of other services and for visitors of other inboxes; FORBIDDEN `wrong_service` for a key of another
 * service, `insufficient_role` for a user, `wrong_session` for a visitor; UNAUTHORIZED `session_required`, `inbox_password_required`,
 * `inbox_password_invalid`
 */
export function permitted<T extends Owned>(caller: Caller, found: T | null, need: Need): T {
  if (caller.kind === 'visitor') return permittedToVisitor(caller, found, need)
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

function permittedToVisitor<T extends Owned>(caller: VisitorCaller, found: T | null, need: Need): T {
  const { inbox, session } = caller
  const needsSession =
    need.role !== 'viewer' && (need.isForOwner === true || (inbox !== null && inbox.owner !== 'none'))
  if (needsSession && session === 'missing') throw AppError.of('session_required')

  const isInInbox =
    found?.serviceId === caller.serviceId &&
    (found.fullAddress === caller.fullAddress || (inbox !== null && found.addressId === inbox.id))
  if (!found || !isInInbox) throw absent(need.noun)
  // An address that was made or made anew meanwhile may have a password that was not asked for.
  if (found.passwordHash !== undefined && found.passwordHash !== (inbox?.passwordHash ?? null)) {
    throw AppError.of(inbox?.passwordHash ? 'inbox_password_invalid' : 'inbox_password_required')
  }
  if (needsSession && session !== 'owner') throw AppError.of('wrong_session')
  return found
}

/** The same for a service itself, by its id. @throws NOT_FOUND; FORBIDDEN `wrong_service`, `insufficient_role` */
export function assertMay(caller: Caller, serviceId: string, role: Role): void {
  permitted(caller, { serviceId }, { role, noun: 'service' })
}

const absent = (noun: string) => new AppError('NOT_FOUND', `No such ${noun}`)
