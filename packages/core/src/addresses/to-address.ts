import type { AddressListItem, CreatedAddress } from '@inlet/contract'
import type { AddressDoc } from './address-model.ts'

/** The create shape of an address, built field by field so that nothing else leaks. */
export function toCreatedAddress(address: AddressDoc): CreatedAddress {
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
export function toAddressListItem(address: AddressDoc, messageCount: number): AddressListItem {
  return {
    ...toCreatedAddress(address),
    hostname: address.hostname,
    lastMessageAt: address.lastMessageAt?.toISOString() ?? null,
    messageCount,
  }
}
