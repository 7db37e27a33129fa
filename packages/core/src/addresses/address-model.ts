import type { AddressListItem, CreatedAddress } from '@inlet/contract'
import { z } from 'zod'
import { date } from '../database/bson.ts'
import { defineModel } from '../database/model.ts'

/** One inbox. */
export const addressDoc = z.object({
  _id: z.string(),
  serviceId: z.string(),
  domainId: z.string(),
  hostname: z.string(),
  localPart: z.string(),
  /** `localPart@hostname`, lower case. */
  fullAddress: z.string(),
  /** Only where its domain is a wildcard: the host as `reversedHost` makes it. */
  reversedHost: z.string().optional(),
  /** The service, a visitor's session, or none (created by its first mail on a public domain). */
  owner: z.enum(['service', 'session', 'none']),
  isLive: z.boolean(),
  /** scrypt of the inbox password, null where there is none. */
  passwordHash: z.string().nullable(),
  /** SHA-256 of the session token whose holder owns the address, in base64url; only where `owner` is `session`. */
  sessionHash: z.string().optional(),
  /** Ten years ahead, kept for compatibility: nothing expires by it. */
  expiresAt: date,
  createdAt: date,
  lastMessageAt: date.nullable(),
  /** Set until the first mail, and by the database's clock: past it the address is removed. */
  unusedUntil: date.optional(),
  /** The same in an address of the version before, which the database removes by itself. */
  idleUntil: date.optional(),
  /** Set before its messages are looked for, so that it can be removed where there is none. */
  isGoing: z.literal(true).optional(),
  /** Messages up to this id are cleared, whether or not they are still stored. */
  clearedBefore: z.string().optional(),
  /** Comes from another installation: live feeds do not report it as new. */
  isImported: z.literal(true).optional(),
  /** How many messages were deleted one by one: a remembered count of messages is valid only while this stays the same. */
  deletions: z.number().optional(),
})
export type AddressDoc = z.infer<typeof addressDoc>

/** The addresses of a service, newest first, and its `q` without fetching documents. */
export const serviceIndex = { serviceId: 1, _id: -1, localPart: 1 } as const
/** The same within one domain. */
export const domainIndex = { domainId: 1, _id: -1, localPart: 1 } as const

/** The hosts of one wildcard, those under one name together, and the addresses of each as above. */
export const wildcardIndex = { domainId: 1, reversedHost: 1, _id: -1, localPart: 1 } as const

/** Those that the service made, visitors, or first mails, newest first, and what says so without fetching documents. */
export const ownerIndex = { serviceId: 1, owner: 1, _id: -1, localPart: 1 } as const

/** The addresses that are waiting for their first mail. */
export const unusedIndex = { unusedUntil: 1 } as const

/** The collection of addresses. */
export const addressModel = defineModel<AddressDoc>({
  document: addressDoc,
  name: 'addresses',
  shardKey: {
    key: { fullAddress: 1 },
    reason: 'It is unique, and senders and readers name an inbox by it; the index is there already.',
  },
  indexes: [
    // Recipients and inboxes are found by it; simultaneous first mails create one address.
    { key: { fullAddress: 1 }, unique: true },
    { key: serviceIndex },
    { key: domainIndex },
    { key: ownerIndex },
    { key: wildcardIndex, partialFilterExpression: { reversedHost: { $exists: true } } },
    // Those that never received a mail, the next to be removed first.
    { key: unusedIndex, partialFilterExpression: { unusedUntil: { $exists: true } } },
    // Removes such addresses of the version before.
    { key: { idleUntil: 1 }, expireAfterSeconds: 0 },
  ],
})

type ShownAddress = Pick<
  AddressDoc,
  '_id' | 'domainId' | 'localPart' | 'fullAddress' | 'passwordHash' | 'expiresAt' | 'createdAt'
>

/** The create shape of an address, built field by field so that nothing else leaks. */
export function toCreatedAddress(address: ShownAddress): CreatedAddress {
  return {
    id: address._id,
    domainId: address.domainId,
    localPart: address.localPart,
    fullAddress: address.fullAddress,
    hasPassword: address.passwordHash !== null,
    ttlSeconds: 0,
    expiresAt: address.expiresAt.toISOString(),
    createdAt: address.createdAt.toISOString(),
  }
}

/** The list shape of an address. */
export function toAddressListItem(
  address: ShownAddress & Pick<AddressDoc, 'hostname' | 'lastMessageAt'>,
  messageCount: number,
): AddressListItem {
  return {
    ...toCreatedAddress(address),
    hostname: address.hostname,
    lastMessageAt: address.lastMessageAt?.toISOString() ?? null,
    messageCount,
  }
}
