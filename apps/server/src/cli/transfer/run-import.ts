import {
  assertImporting,
  beginImport,
  type Deps,
  findImport,
  findTakenNames,
  finishImport,
  type ImportReference,
  importAddresses,
  importAuditLog,
  importMessages,
  importUsage,
  type OperatorCaller,
} from '@inlet/core'
import { takenError } from './folder-error.ts'
import type { ImportFolder } from './import-folder.ts'
import { assertFreeIds, type ImportPlan, planImport } from './plan-import.ts'
import { type ExportVisitor, walkExport } from './walk-export.ts'

/** What an import stores, or would store. */
export interface ImportCounts {
  domains: number
  addresses: number
  messages: number
  /** Whose time is over: not stored. */
  expiredMessages: number
  apiKeys: number
  webhooks: number
  members: number
  /** Without a confirmed address: not stored. */
  unknownMembers: number
  /** Not stored, with their addresses and mail: other services of this installation have these hosts. */
  heldHosts: string[]
  leftOutAddresses: number
  leftOutMessages: number
}

interface Import {
  deps: Deps
  folder: ImportFolder
  onProgress(line: string): void
}

/** An import of which nothing is stored yet, or some of it. */
export interface CheckedImport {
  plan: ImportPlan
  counts: ImportCounts
}

const reportEvery = 1_000

/**
 * Checks every line and file of an export, and whether this installation has room for its ids. Nothing is written.
 * @returns null where the export is imported already @throws BAD_REQUEST for a damaged export; CONFLICT
 */
export async function checkImport({ deps, folder, onProgress }: Import): Promise<CheckedImport | null> {
  const reference = referenceOf(folder)
  const state = await findImport(deps, reference)
  if (state === 'finished') return null
  const plan = await planImport({ deps, folder, isBegun: state === 'unfinished' })
  const { serviceId } = reference
  const now = deps.clock.now()
  const counts = { addresses: 0, messages: 0, expiredMessages: 0 }
  const report = reporter(onProgress, 'checked')
  const visitor: ExportVisitor = {
    async usage() {},
    auditLog: (entries) => assertFreeIds(deps, { kind: 'audit-log', serviceId }, entries),
    async addresses(addresses) {
      await assertFreeIds(deps, { kind: 'addresses', serviceId }, addresses)
      const taken = await findTakenNames(
        deps,
        addresses.map(({ record }) => record),
      )
      const first = addresses.find(({ record }) => taken.has(record.id))
      if (first) throw takenError({ path: 'addresses.ndjson', line: first.line }, 'this installation has the address')
      counts.addresses += addresses.length
    },
    source: (path, message) => folder.assertSource(path, message),
    async messages({ path }, messages) {
      await assertFreeIds(deps, { kind: 'messages', serviceId, path: `${path}/messages.ndjson` }, messages)
      const expired = messages.filter(({ record }) => record.expiresAt <= now).length
      counts.messages += messages.length - expired
      counts.expiredMessages += expired
      report(messages.length)
    },
  }
  const left = await walkExport({ deps, folder, plan, now, visitor })
  return {
    plan,
    counts: { ...countsOf(plan), ...counts, leftOutAddresses: left.addresses, leftOutMessages: left.messages },
  }
}

const countsOf = ({ domains, apiKeys, webhooks, members, unknownMembers, heldHosts }: ImportPlan) => ({
  domains: domains.length,
  apiKeys: apiKeys.length,
  webhooks: webhooks.length,
  members: members.length,
  unknownMembers,
  heldHosts,
})

/**
 * Stores what was checked. A run that was cut off goes on with the next one: what is stored already is skipped. Whatever gives access comes
 * last, so that nobody sees a part. @throws BAD_REQUEST where the folder was changed meanwhile; CONFLICT
 */
export async function runImport(
  { deps, folder, onProgress }: Import,
  caller: OperatorCaller,
  { plan, counts }: CheckedImport,
): Promise<void> {
  const reference = referenceOf(folder)
  const { serviceId, exportId } = reference
  const { domains, apiKeys, webhooks, members } = plan
  await beginImport(deps, caller, { ...reference, service: folder.service, domains })
  const report = reporter(onProgress, 'imported')
  const recordsOf = <T>(lines: { record: T }[]) => lines.map(({ record }) => record)
  const visitor: ExportVisitor = {
    async usage(days) {
      await assertImporting(deps, reference)
      await importUsage(deps, serviceId, recordsOf(days))
    },
    async auditLog(entries) {
      await assertImporting(deps, reference)
      await importAuditLog(deps, serviceId, recordsOf(entries))
    },
    async addresses(addresses) {
      await assertImporting(deps, reference)
      await importAddresses(deps, serviceId, recordsOf(addresses))
    },
    // Checked when it is read.
    async source() {},
    async messages({ address, path }, messages) {
      await assertImporting(deps, reference)
      const sources = messages.map(({ record }) => ({
        record,
        readSource: () => folder.readSource(`${path}/${record.id}.eml`, record),
      }))
      await importMessages(deps, { serviceId, addressId: address.id }, sources)
      report(messages.length)
    },
  }
  await walkExport({ deps, folder, plan, now: deps.clock.now(), visitor })
  await finishImport(deps, caller, { serviceId, exportId, apiKeys, webhooks, members, note: noteOf(exportId, counts) })
}

const referenceOf = ({ manifest }: ImportFolder): ImportReference => ({
  serviceId: manifest.serviceId,
  exportId: manifest.exportId,
})

function noteOf(exportId: string, counts: ImportCounts): string {
  const { domains, addresses, messages, apiKeys, webhooks, members } = counts
  const shown = Object.entries({ domains, addresses, messages, 'API keys': apiKeys, webhooks, members })
  return [`export ${exportId}`, ...shown.map(([name, count]) => `${name}: ${count}`)].join(', ')
}

/** Says how far it is, each thousand messages. */
function reporter(onProgress: (line: string) => void, done: string): (count: number) => void {
  let total = 0
  return (count) => {
    const before = Math.floor(total / reportEvery)
    total += count
    if (Math.floor(total / reportEvery) > before) onProgress(`${total} messages ${done}`)
  }
}
