import type { MailEnvelope } from '../parsed-mail.ts'
import { cleanLine } from '../text/clean-text.ts'
import { type Mailbox, readAddressList } from './address-list.ts'
import type { HeaderFields } from './header-section.ts'

const maxFieldChars = 2000
const maxAddressChars = 320
const maxNameChars = 500

/** Who a mail says it is from. */
export interface Sender {
  fromAddr: string
  fromName: string
}

/** A header field as written, on one line and trimmed; null where there is none. `key` is lower case. */
export function rawField(fields: HeaderFields, key: string): string | null {
  const value = fields.get(key)
  return value === undefined ? null : cleanLine(value, maxFieldChars)
}

/** The mailboxes of an address field, groups opened; none where there is no such field. */
export function readAddresses(fields: HeaderFields, key: string): Mailbox[] {
  return readAddressList(fields.get(key) ?? '').map(({ name, address }) => ({
    name: cleanLine(name, maxNameChars),
    address: cleanLine(address, maxAddressChars),
  }))
}

/** From, else Sender, else the envelope; the name is that of the field the address came from, or From's where that has a name only. */
export function senderOf(fields: HeaderFields, envelope: MailEnvelope): Sender {
  const from = readAddresses(fields, 'from')
  const author = from.find(hasAddress) ?? readAddresses(fields, 'sender').find(hasAddress)
  const fromName = author?.name || (from.find((mailbox) => mailbox.name !== '')?.name ?? '')
  return { fromAddr: author?.address ?? cleanLine(envelope.mailFrom, maxAddressChars), fromName }
}

const hasAddress = (mailbox: Mailbox): boolean => mailbox.address !== ''
