import { dayMs, isWildcard, limits, mailHost, zoneNameOf } from '@inlet/contract'
import { type Deps, findHeldUnderWildcards, type ImportedAddress, positionAt } from '@inlet/core'
import { folderError } from './folder-error.ts'
import type { ImportFolder, LineKind, RecordLine, RecordOf } from './import-folder.ts'
import { ascending, assertNumber, type ImportPlan } from './plan-import.ts'
import { type SeenIds, seenIds } from './seen-ids.ts'

/** The clocks of two installations may differ by this much. */
const clockMarginMs = 300_000
/** A batch is held in memory: as many lines, and about as many bytes, sources included. */
const batchLines = 100
const batchBytes = 8 * 1024 * 1024
/** A larger source is not read together with others. */
const sourceBytes = 256 * 1024

/** An inbox, and the folder with its mail. */
export interface WalkedInbox {
  address: ImportedAddress
  path: string
}

/** What is done with the records of an export, batch by batch. */
export interface ExportVisitor {
  usage(days: RecordLine<RecordOf<'usage'>>[]): Promise<void>
  auditLog(entries: RecordLine<RecordOf<'audit-log'>>[]): Promise<void>
  addresses(addresses: RecordLine<ImportedAddress>[]): Promise<void>
  /** The source of each message, also of those that are left out. */
  source(path: string, message: RecordOf<'messages'>): Promise<void>
  /** After the addresses of their inbox. */
  messages(inbox: WalkedInbox, messages: RecordLine<RecordOf<'messages'>>[]): Promise<void>
}

/** What was left out: it is at domains that are not imported, or at hosts under a wildcard that another service has proven. */
export interface LeftOut {
  addresses: number
  messages: number
}

interface Walk {
  deps: Deps
  folder: ImportFolder
  plan: ImportPlan
  now: Date
  visitor: ExportVisitor
}

/**
 * Reads usage, audit log, addresses and messages of an export, and checks every line before it is visited. @throws BAD_REQUEST for a
 * damaged export; whatever the visitor throws
 */
export async function walkExport(walk: Walk): Promise<LeftOut> {
  const { folder, visitor } = walk
  await eachBatch(walk, { kind: 'usage', keyOf: ({ day }) => day, visit: (batch) => visitor.usage(batch) })
  await eachBatch(walk, {
    kind: 'audit-log',
    keyOf: ({ id }) => id,
    check: ({ id, at }) => futureOf(walk, { ids: [id], times: [at] }),
    visit: (batch) => visitor.auditLog(batch),
  })
  const left: LeftOut = { addresses: 0, messages: 0 }
  let messages = 0
  const ids = seenIds()
  await folder.assertFolder('mails')
  const domainNames = new Map(walk.plan.domains.map(({ id, hostname }) => [id, hostname]))
  await eachBatch(walk, {
    kind: 'addresses',
    keyOf: ({ id }) => id,
    check: (address) => addressProblem(walk, address, domainNames.get(address.domainId)),
    async visit(batch) {
      const addresses = batch.map(({ record, ...line }) => ({
        ...line,
        record: placed(record, domainNames.get(record.domainId)),
      }))
      const kept = await keptOf(walk, addresses, domainNames)
      if (kept.size > 0) await visitor.addresses(addresses.filter((address) => kept.has(address)))
      left.addresses += batch.length - kept.size
      for (const address of addresses) {
        const isKept = kept.has(address)
        const found = await walkInbox(walk, { address: address.record, isKept, ids })
        messages += found
        if (!isKept) left.messages += found
      }
    },
  })
  assertNumber(folder, { kind: 'messages', found: messages, path: 'mails' })
  return left
}

/** An address as it is stored: its host is in its name, and under a wildcard not the name of its domain. */
function placed(address: RecordOf<'addresses'>, domainName = ''): ImportedAddress {
  const hostname = mailHost(address.fullAddress) ?? ''
  return { ...address, hostname, ...(isWildcard(domainName) && { wildcard: domainName }) }
}

/** Those whose domain is imported, and whose host under a wildcard is not in a longer domain that another service has proven. */
async function keptOf(
  { deps, folder }: Walk,
  addresses: RecordLine<ImportedAddress>[],
  domainNames: Map<string, string>,
): Promise<Set<RecordLine<ImportedAddress>>> {
  const records = addresses.map(({ record }) => record)
  const held = await findHeldUnderWildcards(deps, folder.service.id, records)
  return new Set(addresses.filter(({ record: { id, domainId } }) => domainNames.has(domainId) && !held.has(id)))
}

interface InboxWalk {
  address: ImportedAddress
  isKept: boolean
  ids: SeenIds
}

/** @returns how many messages the inbox has */
async function walkInbox(walk: Walk, { address, isKept, ids }: InboxWalk): Promise<number> {
  const { folder, visitor } = walk
  if (address.lastMessageAt === null) return 0
  const path = `mails/${address.id}`
  await folder.assertFolder(path)
  const list = `${path}/messages.ndjson`
  return await forBatches(walk, {
    kind: 'messages',
    path: list,
    keyOf: ({ id }) => id,
    check: (message) => messageProblem(walk, address, message) ?? ids.problemOf(message.id),
    bytesOf: ({ sizeBytes }) => Math.min(sizeBytes, sourceBytes),
    async visit(batch) {
      for (const { record } of batch) await visitor.source(`${path}/${record.id}.eml`, record)
      if (isKept) await visitor.messages({ address, path }, batch)
    },
  })
}

interface Batches<K extends LineKind> {
  kind: K
  /** Ascends from line to line. */
  keyOf(record: RecordOf<K>): string
  /** @returns what is wrong with a record that fits the schema, or null */
  check?(record: RecordOf<K>): string | null
  /** Beside the line itself. */
  bytesOf?(record: RecordOf<K>): number
  visit(batch: RecordLine<RecordOf<K>>[]): Promise<void>
}

async function eachBatch<K extends LineKind>(walk: Walk, batches: Batches<K>): Promise<void> {
  const { kind } = batches
  const found = await forBatches(walk, { ...batches, path: `${kind}.ndjson` })
  assertNumber(walk.folder, { kind, found })
}

/** @returns how many lines the file has */
async function forBatches<K extends LineKind>(
  { folder }: Walk,
  { kind, path, keyOf, check, bytesOf, visit }: Batches<K> & { path: string },
): Promise<number> {
  const assertNext = ascending(path)
  let batch: RecordLine<RecordOf<K>>[] = []
  let [bytes, found] = [0, 0]
  for await (const line of folder.records(kind, path)) {
    assertNext(keyOf(line.record), line.line)
    const problem = check?.(line.record) ?? null
    if (problem !== null) throw folderError({ path, line: line.line }, problem)
    found += 1
    batch.push(line)
    bytes += line.chars + (bytesOf?.(line.record) ?? 0)
    if (batch.length < batchLines && bytes < batchBytes) continue
    await visit(batch)
    batch = []
    bytes = 0
  }
  if (batch.length > 0) await visit(batch)
  return found
}

/** An id of the future would sort above every mail that is still to come: lists and waiting calls would miss it. */
function futureOf({ now }: Walk, { ids, times }: { ids: (string | null)[]; times: (Date | null)[] }): string | null {
  const latest = new Date(now.getTime() + clockMarginMs)
  const isLate =
    ids.some((id) => id !== null && id >= positionAt(latest)) || times.some((time) => time !== null && time > latest)
  return isLate ? 'the record has an id or a time of the future' : null
}

function addressProblem(walk: Walk, address: RecordOf<'addresses'>, domainName: string | undefined): string | null {
  const { id, clearedBefore, localPart, fullAddress, createdAt, lastMessageAt } = address
  const hostname = mailHost(fullAddress) ?? ''
  const isNamed =
    domainName === undefined || (fullAddress === `${localPart}@${hostname}` && isHostOf(domainName, hostname))
  if (!isNamed) return 'fullAddress: expected the local part at the host of the domain'
  return futureOf(walk, { ids: [id, clearedBefore], times: [createdAt, lastMessageAt] })
}

const isHostOf = (domainName: string, hostname: string): boolean =>
  isWildcard(domainName) ? hostname.endsWith(`.${zoneNameOf(domainName)}`) : hostname === domainName

function messageProblem(walk: Walk, { clearedBefore }: ImportedAddress, message: RecordOf<'messages'>): string | null {
  const { id, receivedAt, expiresAt } = message
  if (clearedBefore !== null && id <= clearedBefore) return 'id: expected one above clearedBefore of its address'
  const keptMs = expiresAt.getTime() - receivedAt.getTime()
  if (keptMs > limits.retentionDaysMax * dayMs) return `expiresAt: expected at most ${limits.retentionDaysMax} days`
  return futureOf(walk, { ids: [id], times: [receivedAt] })
}
