import {
  type ApiKeyRecord,
  type Deps,
  type DomainRecord,
  findHeldHosts,
  findPresentDomains,
  findTakenIds,
  findTakenKeys,
  type IdentifiedRecord,
  isOfManyOwners,
  type MemberRecord,
  type WebhookRecord,
} from '@inlet/core'
import { folderError, takenError } from './folder-error.ts'
import type { ImportFolder, LineKind, RecordLine, RecordOf } from './import-folder.ts'

/** More than any service has: these are made one by one, and are stored in one transaction. */
const maxRecords = 10_000

/** What an import stores, as far as it is small, and which domains it leaves out. */
export interface ImportPlan {
  domains: DomainRecord[]
  /** Hosts that are not imported, with their addresses and mail: another service of this installation has them, or has taken them over. */
  heldHosts: string[]
  apiKeys: ApiKeyRecord[]
  webhooks: WebhookRecord[]
  members: (MemberRecord & { email: string })[]
  /** Members without a confirmed address: nobody knows who they are here. */
  unknownMembers: number
}

interface Planned {
  deps: Deps
  folder: ImportFolder
  /** Whether an earlier run has stored the service and its domains. */
  isBegun: boolean
}

/** Reads and checks the records that an import stores at once. @throws BAD_REQUEST for a damaged export; CONFLICT */
export async function planImport({ deps, folder, isBegun }: Planned): Promise<ImportPlan> {
  const domains = await readFew(deps, folder, 'domains')
  const members = await readFew(deps, folder, 'members')
  const apiKeys = await readFew(deps, folder, 'api-keys')
  const webhooks = await readFew(deps, folder, 'webhooks')
  assertOnce('domains', domains, { keyOf: ({ hostname }) => hostname, problem: 'another domain has the same host' })
  const shared = domains.find(({ record: { hostname, state } }) => state !== 'lost' && isOfManyOwners(hostname))
  if (shared) throw folderError(placeOf('domains', shared.line), 'hostname: domains of many owners lie under this name')
  assertOnce('members', members, { keyOf: ({ email }) => email, problem: 'another member has the same address' })
  assertOnce('api-keys', apiKeys, { keyOf: ({ hash }) => hash, problem: 'another key has the same value' })
  const taken = await findTakenKeys(
    deps,
    apiKeys.map(({ record }) => record),
  )
  for (const { record, line } of apiKeys) {
    if (taken.has(record.id)) throw takenError(placeOf('api-keys', line), 'this installation has the key already')
  }
  const records = domains.map(({ record }) => record)
  const kept = await keptDomains({ deps, folder, isBegun }, records)
  const named = members.flatMap(({ record: { email, ...member } }) => (email === null ? [] : [{ ...member, email }]))
  return {
    domains: records.filter(({ id }) => kept.has(id)),
    heldHosts: records.filter(({ id }) => !kept.has(id)).map(({ hostname }) => hostname),
    apiKeys: apiKeys.map(({ record }) => record),
    webhooks: webhooks.map(({ record }) => record),
    members: named,
    unknownMembers: members.length - named.length,
  }
}

/** Once the import has begun, those that it has stored and that were not lost since: so each run leaves out the same. */
async function keptDomains({ deps, folder, isBegun }: Planned, domains: DomainRecord[]): Promise<Set<string>> {
  const ids = domains.map(({ id }) => id)
  if (isBegun) return await findPresentDomains(deps, ids)
  const hostnames = domains.map(({ hostname }) => hostname)
  const held = await findHeldHosts(deps, folder.service.id, hostnames)
  return new Set(domains.filter(({ hostname, state }) => state !== 'lost' && !held.has(hostname)).map(({ id }) => id))
}

type FewKind = 'domains' | 'members' | 'api-keys' | 'webhooks'

const placeOf = (kind: LineKind, line: number) => ({ path: `${kind}.ndjson`, line })

async function readFew<K extends FewKind>(
  deps: Deps,
  folder: ImportFolder,
  kind: K,
): Promise<RecordLine<RecordOf<K>>[]> {
  const found: RecordLine<RecordOf<K>>[] = []
  const assertNext = ascending(`${kind}.ndjson`)
  for await (const line of folder.records(kind, `${kind}.ndjson`)) {
    assertNext(line.record.id, line.line)
    found.push(line)
    if (found.length > maxRecords) throw folderError(placeOf(kind, line.line), `expected at most ${maxRecords} lines`)
  }
  assertNumber(folder, { kind, found: found.length })
  await assertFreeIds(deps, { kind, serviceId: folder.service.id }, found)
  return found
}

/** Refuses a file that was cut between two lines, or to which lines were added. */
export function assertNumber(
  { manifest }: ImportFolder,
  { kind, found, path = `${kind}.ndjson` }: { kind: LineKind; found: number; path?: string },
): void {
  const expected = manifest.counts[kind]
  if (found !== expected) throw folderError({ path }, `has ${found} records, expected ${expected} as in export.json`)
}

/** An export has its records in ascending order: so none is there twice. @returns a check of the lines of one file, each in its turn */
export function ascending(path: string): (key: string, line: number) => void {
  let last = ''
  return (key, line) => {
    if (key <= last) throw folderError({ path, line }, 'expected a record that sorts after the one before')
    last = key
  }
}

/** @throws CONFLICT where another service of this installation has a record with one of these ids */
export async function assertFreeIds(
  deps: Deps,
  { kind, serviceId, path = `${kind}.ndjson` }: { kind: IdentifiedRecord; serviceId: string; path?: string },
  lines: readonly RecordLine<{ id: string }>[],
): Promise<void> {
  const taken = await findTakenIds(deps, { kind, serviceId, ids: lines.map(({ record }) => record.id) })
  const first = lines.find(({ record }) => taken.has(record.id))
  if (first)
    throw takenError({ path, line: first.line }, `another service of this installation has the id ${first.record.id}`)
}

interface Unique<T> {
  keyOf(record: T): string | null
  problem: string
}

function assertOnce<T>(kind: LineKind, lines: readonly RecordLine<T>[], { keyOf, problem }: Unique<T>): void {
  const seen = new Set<string>()
  for (const { record, line } of lines) {
    const key = keyOf(record)
    if (key !== null && seen.has(key)) throw folderError(placeOf(kind, line), problem)
    if (key !== null) seen.add(key)
  }
}
