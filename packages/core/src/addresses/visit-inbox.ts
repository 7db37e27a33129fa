import { AppError } from '@inlet/contract'
import type { VisitorCaller } from '../access/caller.ts'
import type { PasswordTurn } from '../access/password-turns.ts'
import { isVisitorPassword } from '../access/visitor-password.ts'
import { isVisitorToken } from '../access/visitor-token.ts'
import type { Deps } from '../deps.ts'
import type { Site } from '../domains/find-site.ts'
import { assertUnlocked } from '../services/access-lock.ts'
import type { AddressDoc } from './address-model.ts'
import { findAddressByName } from './find-address.ts'
import { isReserved } from './new-address.ts'

/** What a visitor sends with a call to an inbox; the full address is folded. */
export interface Visit {
  client: string
  /** The client's network, by which checks of passwords take turns. */
  network: string
  fullAddress: string
  unlockToken?: string | undefined
  password?: string | undefined
  session?: string | undefined
}

/**
 * Runs one guess of an inbox's password where the limits allow it, and counts it where it is wrong; `isKnown` where the client had the
 * password right within the last day. @throws TOO_MANY_REQUESTS
 */
export type GuardGuess = (
  inbox: { addressId: string; isKnown: boolean },
  isRight: () => Promise<boolean>,
) => Promise<boolean>

interface VisitOptions {
  /** The site of the address's host; null where it has no public inboxes. */
  site: Site | null
  guardGuess: GuardGuess
  /** The same visitor a moment ago: a password that has stayed the same is not checked again. */
  earlier?: VisitorCaller
}

/** A visitor whom an inbox has let in, and the site of its host. */
export interface Entry {
  visitor: VisitorCaller
  site: Site
}

/**
 * Lets a visitor into a public inbox: first the lock of its service is checked, then the password of the inbox. An inbox that its first
 * mail will create has no password.
 * @throws NOT_FOUND for a host without public inboxes; UNAUTHORIZED `unlock_required`, `inbox_password_required`,
 * `inbox_password_invalid`; FORBIDDEN `reserved_address`; TOO_MANY_REQUESTS after too many wrong passwords
 */
export async function visitInbox(
  deps: Deps,
  { client, network, fullAddress, unlockToken, password, session }: Visit,
  { site, guardGuess, earlier }: VisitOptions,
): Promise<Entry> {
  if (!site?.isPublic) throw new AppError('NOT_FOUND', 'There are no public inboxes on this host')
  await assertUnlocked(deps, site, unlockToken)
  // A reader of its mail could get a certificate for the domain.
  if (isReserved(localPartOf(fullAddress))) throw AppError.of('reserved_address')

  const found = await findAddressByName(deps, fullAddress)
  // What is left over from a removed domain of the same name goes with the next sweep.
  const address = found?.domainId === site.domainId ? found : null
  const hasShown = earlier !== undefined && earlier.inbox?.passwordHash === address?.passwordHash
  if (!hasShown) {
    await checkPassword(deps, { client, address, password, guardGuess, serviceId: site.serviceId, network })
  }
  const visitor: VisitorCaller = {
    kind: 'visitor',
    client,
    serviceId: site.serviceId,
    domainId: site.domainId,
    fullAddress,
    inbox: address && {
      id: address._id,
      owner: address.owner,
      passwordHash: address.passwordHash,
      expiresAt: address.expiresAt,
      ...(address.clearedBefore === undefined ? {} : { clearedBefore: address.clearedBefore }),
    },
    session: sessionState(address, session),
  }
  return { visitor, site }
}

const localPartOf = (fullAddress: string): string => fullAddress.slice(0, fullAddress.lastIndexOf('@'))

interface ShownAtInbox extends Omit<PasswordTurn, 'isKnown'> {
  client: string
  address: AddressDoc | null
  password: string | undefined
  guardGuess: GuardGuess
}

/**
 * One scrypt for every call with a password and every call to a protected inbox, so that its time tells nothing; none where the password
 * was right a moment ago.
 */
async function checkPassword(
  deps: Deps,
  { client, address, password, guardGuess, ...turn }: ShownAtInbox,
): Promise<void> {
  const storedHash = address?.passwordHash ?? null
  if (storedHash === null && password === undefined) return
  const isGuess = address !== null && storedHash !== null && password !== undefined
  const place = { serviceId: turn.serviceId, storedHash: storedHash ?? '' }
  const isKnown = deps.knownVisitors.has(place, client, deps.clock.now())
  const guard = isGuess
    ? (check: () => Promise<boolean>) => guardGuess({ addressId: address._id, isKnown }, check)
    : undefined
  const shown = { password, storedHash, isKnown, ...turn, ...(guard ? { guard } : {}) }
  const isRight = await isVisitorPassword(deps, shown)
  if (isRight) deps.knownVisitors.add(place, client, deps.clock.now())
  if (storedHash === null || isRight) return
  throw AppError.of(password === undefined ? 'inbox_password_required' : 'inbox_password_invalid')
}

function sessionState(address: AddressDoc | null, session: string | undefined): VisitorCaller['session'] {
  if (session === undefined) return 'missing'
  return address?.sessionHash !== undefined && isVisitorToken(session, address.sessionHash) ? 'owner' : 'wrong'
}
