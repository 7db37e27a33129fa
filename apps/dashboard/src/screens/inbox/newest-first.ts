import type { AddressListItem } from '@inlet/contract'

/** Addresses by their newest mail; those that never got one are last, in their order. */
export const newestFirst = <T extends Pick<AddressListItem, 'lastMessageAt'>>(addresses: readonly T[]): T[] =>
  addresses.toSorted((a, b) => Date.parse(b.lastMessageAt ?? '1970') - Date.parse(a.lastMessageAt ?? '1970'))
