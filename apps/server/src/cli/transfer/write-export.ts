import { AppError } from '@inlet/contract'
import {
  type AddressRecord,
  type Deps,
  exportAddresses,
  exportMessages,
  exportRecords,
  exportService,
} from '@inlet/core'
import { z } from 'zod'
import type { ExportFolder } from './export-folder.ts'
import { type ExportCounts, recordFiles } from './manifest.ts'

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
  const counts = noRecords()
  const records = exportRecords(deps, serviceId)
  for (const name of recordFiles) {
    const onEach = () => {
      counts[name] += 1
    }
    await folder.write(`${name}.ndjson`, lines(records[name], onEach))
  }
  await folder.makeFolder('mails')
  await folder.write('addresses.ndjson', lines(writeInboxes({ deps, folder, onProgress, counts }, serviceId)))
  await folder.complete({ exportedAt: deps.clock.now().toISOString(), counts })
  return counts
}

const noRecords = (): ExportCounts => ({
  domains: 0,
  members: 0,
  'api-keys': 0,
  webhooks: 0,
  usage: 0,
  'audit-log': 0,
  addresses: 0,
  messages: 0,
  mailBytes: 0,
})

interface InboxExport extends Omit<Export, 'serviceId'> {
  counts: ExportCounts
}

/** Writes the inbox of each address before its record: so the list of addresses has those whose mail is written, and no other. */
async function* writeInboxes(target: InboxExport, serviceId: string): AsyncGenerator<AddressRecord, void, void> {
  const { deps, counts, onProgress } = target
  for await (const address of exportAddresses(deps, serviceId)) {
    await writeInbox(target, address)
    counts.addresses += 1
    if (counts.addresses % reportEvery === 0) onProgress(`${counts.addresses} addresses, ${counts.messages} messages`)
    yield address
  }
}

async function writeInbox(target: InboxExport, address: AddressRecord): Promise<void> {
  if (address.lastMessageAt === null) return
  const { folder } = target
  const inbox = `mails/${address.id}`
  const list = `${inbox}/messages.ndjson`
  if (await folder.has(list)) return await countWritten(target, list)
  await folder.makeFolder(inbox)
  await folder.write(list, lines(writeMails(target, address, inbox)))
}

const writtenMessage = z.object({ sizeBytes: z.int() })

/** Counts the messages of an inbox that was written before the export was cut off. */
async function countWritten(target: InboxExport, list: string): Promise<void> {
  for await (const { text } of target.folder.lines(list)) {
    countMessage(target, writtenMessage.parse(JSON.parse(text)).sizeBytes)
  }
}

function countMessage({ counts, onProgress }: InboxExport, sizeBytes: number): void {
  counts.messages += 1
  counts.mailBytes += sizeBytes
  if (counts.messages % reportEvery === 0) onProgress(`${counts.messages} messages, ${counts.mailBytes} bytes of mail`)
}

/** Writes the sources. @returns the records of those that are written */
async function* writeMails(
  target: InboxExport,
  address: AddressRecord,
  inbox: string,
): AsyncGenerator<object, void, void> {
  const { deps, folder } = target
  for await (const { record, source } of exportMessages(deps, address)) {
    const path = `${inbox}/${record.id}.eml`
    let sha256: string
    try {
      sha256 = (await folder.has(path)) ? await folder.digest(path) : await folder.write(path, source)
    } catch (error) {
      // Deleted while it was read.
      if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error
      continue
    }
    countMessage(target, record.sizeBytes)
    yield { ...record, sha256 }
  }
}

/** One line of JSON for each record. */
async function* lines(
  records: Iterable<object> | AsyncIterable<object>,
  onEach: () => void = () => {},
): AsyncGenerator<string, void, void> {
  let piece = ''
  for await (const record of records) {
    onEach()
    piece += `${JSON.stringify(record)}\n`
    if (piece.length < pieceChars) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}
