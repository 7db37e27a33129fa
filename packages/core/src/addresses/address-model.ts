import { defineModel } from '../database/model.ts'

/** One inbox. */
export interface AddressDoc {
  _id: string
  serviceId: string
  domainId: string
  hostname: string
  localPart: string
  /** `localPart@hostname`, lower case. */
  fullAddress: string
  /** Whose it is: the service's, a visitor's session, or nobody's (made by its first mail). */
  owner: 'service' | 'session' | 'none'
  isLive: boolean
  /** scrypt of the inbox password, null where there is none. */
  passwordHash: string | null
  /** Kept for compatibility, far in the future: no promise, and no TTL index. */
  expiresAt: Date
  createdAt: Date
  lastMessageAt: Date | null
  /** Set until the first mail: past it the address is removed. */
  idleUntil?: Date
  /** Messages up to this id have been cleared away, whether or not they are still stored. */
  clearedBefore?: string
  /** How many messages have been deleted one by one, so that who has counted them knows when to count again. */
  deletions?: number
}

/** The addresses of a service, newest first, and its `q` without fetching documents. */
export const serviceIndex = { serviceId: 1, _id: -1, localPart: 1 } as const
/** The same within one domain. */
export const domainIndex = { domainId: 1, _id: -1, localPart: 1 } as const

/** The collection of addresses. */
export const addressModel = defineModel<AddressDoc>({
  name: 'addresses',
  indexes: [
    // Every recipient and every inbox is found by it; two mails at once make one address.
    { key: { fullAddress: 1 }, unique: true },
    { key: serviceIndex },
    { key: domainIndex },
    // Removes an address that never received a mail.
    { key: { idleUntil: 1 }, expireAfterSeconds: 0 },
  ],
})
