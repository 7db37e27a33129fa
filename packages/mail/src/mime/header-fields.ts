import type { HeaderLine } from 'mailparser'
import type { MailEnvelope } from '../parsed-mail.ts'
import { cleanLine } from '../text/clean-text.ts'

const maxFieldChars = 2000
const maxAddressChars = 320
const maxNameChars = 500

/** A mailbox of an address field (RFC 5322 §3.4); either half may be `''`. */
export interface Mailbox {
  name: string
  address: string
}

/** Who a mail says it is from. */
export interface Sender {
  fromAddr: string
  fromName: string
}

/** A header field as written, unfolded and trimmed; the first of its name, null where there is none. `key` is lower case. */
export function rawField(lines: HeaderLine[], key: string): string | null {
  const found = lines.find((line) => line.key === key)
  return found ? cleanLine(found.line.slice(found.line.indexOf(':') + 1), maxFieldChars) : null
}

/** The mailboxes of a decoded address field, groups opened. */
export function readAddresses(field: unknown): Mailbox[] {
  if (!isRecord(field) || !Array.isArray(field.value)) return []
  return field.value.flatMap(readMailbox)
}

function readMailbox(entry: unknown): Mailbox[] {
  if (!isRecord(entry)) return []
  if (Array.isArray(entry.group)) return entry.group.flatMap(readMailbox)
  return [
    { name: cleanLine(textOf(entry.name), maxNameChars), address: cleanLine(textOf(entry.address), maxAddressChars) },
  ]
}

/** From, else Sender, else the envelope; the name is that of the field the address came from, or From's where that has a name only. */
export function senderOf(headers: Map<string, unknown>, envelope: MailEnvelope): Sender {
  const from = readAddresses(headers.get('from'))
  const author = from.find(hasAddress) ?? readAddresses(headers.get('sender')).find(hasAddress)
  const fromName = author?.name || (from.find((mailbox) => mailbox.name !== '')?.name ?? '')
  return { fromAddr: author?.address ?? cleanLine(envelope.mailFrom, maxAddressChars), fromName }
}

const hasAddress = (mailbox: Mailbox): boolean => mailbox.address !== ''

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
