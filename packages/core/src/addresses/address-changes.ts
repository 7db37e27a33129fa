import type { AddressListItem } from '@inlet/contract'
import type { Inserted } from '../feed-events/change.ts'
import { type AddressDoc, addressModel, toAddressListItem } from './address-model.ts'

const fields = [
  'serviceId',
  'domainId',
  'hostname',
  'localPart',
  'fullAddress',
  'passwordHash',
  'expiresAt',
  'createdAt',
  'lastMessageAt',
] as const

type InsertedAddress = Pick<AddressDoc, (typeof fields)[number]>

/** A new address. */
export type AddressChange = Inserted<'addresses.insert', InsertedAddress>

/** The changes of addresses that live feeds report, and which fields of a new one. */
export const watchedAddresses = {
  fields: [...fields],
  filters: [{ 'ns.coll': addressModel.name, operationType: 'insert', 'fullDocument.isImported': { $ne: true } }],
}

/** The list shape of a new address, which has no messages yet. */
export const toCreatedItem = (_id: string, address: InsertedAddress): AddressListItem =>
  toAddressListItem({ ...address, _id }, 0)
