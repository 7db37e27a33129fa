import { AppError } from '@inlet/contract'
import {
  type AddressRecord,
  type Deps,
  exportAddresses,
  exportMessages,
  exportRecords,
  exportService,
} from '@inlet/core'
import type { ExportFolder } from './export-folder.ts'

/** What was written. */
export interface ExportCounts {
  addresses: number
  messages: number
  /** Of the mails' sources. */
  mailBytes: number
}

interface Export {
  deps: Deps
  serviceId: string
  folder: ExportFolder
  onProgress(line: string): void
}

/** Records are gathered to pieces of about this many characters. */
const pieceChars = 64 * 1024
const reportEvery = 1_000

/**
 * Writes a service into a folder: `service.json`, its records as lines of JSON, and for each inbox with mail a folder of its own,
 * `mails/<address id>`, with `messages.ndjson` and `<message id>.eml`. What is there from an export that was cut off stays, inbox by inbox
 * and mail by mail. @throws NOT_FOUND
 */
export async function writeExport({ deps, serviceId, folder, onProgress }: Export): Promise<ExportCounts> {
  const service = await exportService(deps, serviceId)
  await folder.write('service.json', lines([service]))
  for (const [name, records] of Object.entries(exportRecords(deps, serviceId))) {
    await folder.write(`${name}.ndjson`, lines(records))
  }
  const counts: ExportCounts = { addresses: 0, messages: 0, mailBytes: 0 }
  await folder.makeFolder('mails')
  await folder.write('addresses.ndjson', lines(exportAddresses(deps, serviceId)))
  for await (const address of exportAddresses(deps, serviceId)) {
    counts.addresses += 1
    await writeInbox({ deps, folder, onProgress, counts }, address)
    if (counts.addresses % reportEvery === 0) onProgress(`${counts.addresses} addresses, ${counts.messages} messages`)
  }
  await folder.complete({ exportedAt: deps.clock.now(), counts })
  return counts
}

interface InboxExport extends Omit<Export, 'serviceId'> {
  counts: ExportCounts
}

async function writeInbox(target: InboxExport, address: AddressRecord): Promise<void> {
  const inbox = `mails/${address.id}`
  const list = `${inbox}/messages.ndjson`
  if (address.lastMessageAt === null || (await target.folder.has(list))) return
  await target.folder.makeFolder(inbox)
  await target.folder.write(list, lines(writeMails(target, address, inbox)))
}

/** Writes the sources. @returns the records of those that are written */
async function* writeMails(
  { deps, folder, counts, onProgress }: InboxExport,
  address: AddressRecord,
  inbox: string,
): AsyncGenerator<object, void, void> {
  for await (const { record, source } of exportMessages(deps, address)) {
    const path = `${inbox}/${record.id}.eml`
    try {
      if (!(await folder.has(path))) counts.mailBytes += await folder.write(path, source)
    } catch (error) {
      // Deleted while it was read.
      if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error
      continue
    }
    counts.messages += 1
    if (counts.messages % reportEvery === 0)
      onProgress(`${counts.messages} messages, ${counts.mailBytes} bytes of mail`)
    yield record
  }
}

/** One line of JSON for each record. */
async function* lines(records: Iterable<object> | AsyncIterable<object>): AsyncGenerator<string, void, void> {
  let piece = ''
  for await (const record of records) {
    piece += `${JSON.stringify(record)}\n`
    if (piece.length < pieceChars) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}
