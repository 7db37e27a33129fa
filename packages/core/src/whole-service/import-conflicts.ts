import { addressModel } from '../addresses/address-model.ts'
import { apiKeyModel } from '../api-keys/api-key-model.ts'
import { auditEntryModel } from '../audit-log/audit-entry-model.ts'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { domainModel } from '../domains/domain-model.ts'
import { receivingStates } from '../domains/domain-states.ts'
import { wildcardsOver } from '../domains/wildcards.ts'
import { messageModel } from '../messages/message-model.ts'
import { memberModel } from '../people/member-model.ts'
import { webhookModel } from '../webhooks/webhook-model.ts'
import type { AddressRecord, ApiKeyRecord } from './export-records.ts'

const collections = {
  domains: domainModel.name,
  members: memberModel.name,
  'api-keys': apiKeyModel.name,
  webhooks: webhookModel.name,
  'audit-log': auditEntryModel.name,
  addresses: addressModel.name,
  messages: messageModel.name,
}

/** A kind of records that keep their ids. */
export type IdentifiedRecord = keyof typeof collections

interface Owned {
  _id: string
  serviceId: string | null
}

/** Which of these ids belong to records of other services. */
export async function findTakenIds(
  deps: Deps,
  { kind, serviceId, ids }: { kind: IdentifiedRecord; serviceId: string; ids: string[] },
): Promise<Set<string>> {
  const found = await deps.db
    .collection<Owned>(collections[kind])
    .find({ _id: { $in: ids }, serviceId: { $ne: serviceId } }, { projection: { _id: 1 }, maxTimeMS: readBudgetMs })
    .toArray()
  return new Set(found.map(({ _id }) => _id))
}

/** Which of these keys other records have: the values of two keys are never the same. @returns ids of the given ones */
export async function findTakenKeys(deps: Deps, keys: Pick<ApiKeyRecord, 'id' | 'hash'>[]): Promise<Set<string>> {
  const options = { projection: { hash: 1 }, maxTimeMS: readBudgetMs } as const
  const found = await apiKeyModel
    .in(deps.db)
    .find({ hash: { $in: keys.map(({ hash }) => hash) } }, options)
    .toArray()
  const owners = new Map(found.map(({ _id, hash }) => [hash, _id]))
  return new Set(keys.filter(({ id, hash }) => (owners.get(hash) ?? id) !== id).map(({ id }) => id))
}

/** Which of these addresses exist already as other records. @returns ids of the given ones */
export async function findTakenNames(
  deps: Deps,
  addresses: Pick<AddressRecord, 'id' | 'fullAddress'>[],
): Promise<Set<string>> {
  const options = { projection: { fullAddress: 1 }, maxTimeMS: readBudgetMs } as const
  const found = await addressModel
    .in(deps.db)
    .find({ fullAddress: { $in: addresses.map(({ fullAddress }) => fullAddress) } }, options)
    .toArray()
  const owners = new Map(found.map(({ _id, fullAddress }) => [fullAddress, _id]))
  return new Set(addresses.filter(({ id, fullAddress }) => (owners.get(fullAddress) ?? id) !== id).map(({ id }) => id))
}

/** Which of these hosts other services have proven. */
export async function findHeldHosts(deps: Deps, serviceId: string, hostnames: string[]): Promise<Set<string>> {
  const held = { hostname: { $in: hostnames }, serviceId: { $ne: serviceId }, state: { $in: [...receivingStates] } }
  const options = { projection: { hostname: 1 }, maxTimeMS: readBudgetMs } as const
  const found = await domainModel.in(deps.db).find(held, options).toArray()
  return new Set(found.map(({ hostname }) => hostname))
}

/** An address of an import, at its host under a wildcard of the service. */
interface PlacedAddress {
  id: string
  hostname: string
  wildcard?: string
}

/**
 * Which of these addresses are at hosts of a domain inside their wildcard that another service has proven: it receives their mail, as the
 * longest match. @returns the name of that domain, by the id of the address
 */
export async function findHeldUnderWildcards(
  deps: Deps,
  serviceId: string,
  addresses: readonly PlacedAddress[],
): Promise<Map<string, string>> {
  const inside = addresses.flatMap(({ id, hostname, wildcard }) =>
    wildcard === undefined ? [] : [{ id, names: namesInside(wildcard, hostname) }],
  )
  if (inside.length === 0) return new Map()
  const held = await findHeldHosts(deps, serviceId, [...new Set(inside.flatMap(({ names }) => names))])
  return new Map(
    inside.flatMap(({ id, names }) => {
      const name = names.find((each) => held.has(each))
      return name === undefined ? [] : [[id, name]]
    }),
  )
}

/** A host under a wildcard, and the wildcards over it that are longer than that one, the most exact first. */
function namesInside(wildcard: string, hostname: string): string[] {
  const over = wildcardsOver(hostname)
  return [hostname, ...over.slice(0, over.indexOf(wildcard))]
}
