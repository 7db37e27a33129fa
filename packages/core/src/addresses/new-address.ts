import { randomBytes } from 'node:crypto'
import { AppError, dayMs, hourMs, isWildcard, limits, reservedLocalParts } from '@inlet/contract'
import type { Deps } from '../deps.ts'
import type { DomainDoc } from '../domains/domain-model.ts'
import { reversedHost } from '../domains/wildcards.ts'
import type { AddressDoc } from './address-model.ts'

interface NewAddress {
  id: string
  domain: Pick<DomainDoc, '_id' | 'serviceId' | 'hostname'>
  /** Its host: that of the domain, or one that this wildcard receives mail for. */
  hostname: string
  localPart: string
  owner: AddressDoc['owner']
  isLive: boolean
  passwordHash?: string | null
  sessionHash?: string
}

/** The document of a new address: `expiresAt` ten years ahead, removed after 90 days without any mail. */
export function newAddress(deps: Deps, input: NewAddress): AddressDoc {
  const now = deps.clock.now()
  return {
    _id: input.id,
    serviceId: input.domain.serviceId,
    domainId: input.domain._id,
    hostname: input.hostname,
    localPart: input.localPart,
    fullAddress: `${input.localPart}@${input.hostname}`,
    ...(isWildcard(input.domain.hostname) && { reversedHost: reversedHost(input.hostname) }),
    owner: input.owner,
    isLive: input.isLive,
    passwordHash: input.passwordHash ?? null,
    ...(input.sessionHash === undefined ? {} : { sessionHash: input.sessionHash }),
    expiresAt: new Date(now.getTime() + limits.farFutureDays * dayMs),
    createdAt: now,
    lastMessageAt: null,
    unusedUntil: new Date(now.getTime() + limits.idleAddressDays * dayMs),
  }
}

const randomAlphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const randomLength = 12

/** Twelve characters of lower-case base32 (RFC 4648 §6) from the system's random source: 60 bits. */
function randomLocalPart(): string {
  const bytes = randomBytes(randomLength)
  return Array.from(bytes, (byte) => randomAlphabet.charAt(byte % randomAlphabet.length)).join('')
}

/** A random local part of 60 bits is practically never taken twice in a row. */
const randomTries = 5

/**
 * Inserts an address under the wanted local part, or under a random one where none is wanted. `insert` returns null where the local part is
 * taken. @throws CONFLICT `address_exists`
 */
export async function insertUnder<T>(
  wanted: string | undefined,
  insert: (localPart: string) => Promise<T | null>,
): Promise<T> {
  for (let tries = wanted ? 1 : randomTries; tries > 0; tries -= 1) {
    const inserted = await insert(wanted || randomLocalPart())
    if (inserted) return inserted
  }
  if (!wanted) throw new AppError('INTERNAL_SERVER_ERROR', 'No free address found')
  throw AppError.of('address_exists')
}

/** Every domain receives mail for it, whatever its settings (RFC 5321 §4.5.1). */
export const isPostmaster = (localPart: string): boolean => localPart === 'postmaster'

/** Whether the first mail creates this address: any on a public domain, `postmaster` on every domain. */
export function isMadeByFirstMail(address: { localPart: string; domain: Pick<DomainDoc, 'publicInbox'> }): boolean {
  return address.domain.publicInbox || isPostmaster(address.localPart)
}

/**
 * Whether the first mail creates this address whatever the plan has room for: `postmaster` of a domain (RFC 5321 §4.5.1). A wildcard has
 * hosts without end.
 */
export function isMadeBeyondPlan(address: { localPart: string; domain: Pick<DomainDoc, 'hostname'> }): boolean {
  return isPostmaster(address.localPart) && !isWildcard(address.domain.hostname)
}

/** What counts the new addresses of a client, those of its first mails and those that it makes as a visitor. */
export const newAddressWindow = (client: string) => ({ bucket: `new-address:${client}`, windowMs: hourMs })

/** Whether a local part is reserved for the service: no visitor can make, read or change such an address. */
export const isReserved = (localPart: string): boolean => reservedLocalParts.includes(localPart)
