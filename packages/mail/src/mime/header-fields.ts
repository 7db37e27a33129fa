import { cleanLine, exactLine } from '../text/clean-text.ts'
import { decodeEncodedWords } from '../text/decode-encoded-words.ts'
import { type Mailbox, readAddressList } from './address-list.ts'
import type { HeaderFields } from './header-section.ts'

const maxFieldChars = 2000
/** The longest line (RFC 5322 §2.1.1). */
const maxMessageIdChars = 998
const maxAddressChars = 320
const maxNameChars = 500

/** The sender that a mail names. */
export interface Sender {
  fromAddr: string
  fromName: string
}

/** A header field as written, on one line and trimmed; null where there is none. `key` is lower case. */
export function rawField(fields: HeaderFields, key: string): string | null {
  const value = fields.get(key)
  return value === undefined ? null : cleanLine(value, maxFieldChars)
}

/** The Subject, decoded (RFC 2047), on one line, with its white space; `''` where there is none. */
export const subjectOf = (fields: HeaderFields): string =>
  exactLine(decodeEncodedWords(fields.get('subject') ?? ''), maxFieldChars)

/** The Message-ID as written, on one line; null where there is none. */
export const messageIdOf = (fields: HeaderFields): string | null =>
  cleanLine(rawField(fields, 'message-id') ?? '', maxMessageIdChars) || null

/** The mailboxes of an address field, those inside groups included; none where the field is missing. */
export function readAddresses(fields: HeaderFields, key: string): Mailbox[] {
  return readAddressList(fields.get(key) ?? '').map(({ name, address }) => ({
    name: exactLine(name, maxNameChars),
    address: cleanLine(address, maxAddressChars),
  }))
}

/** The address of From, else of Sender, else `mailFrom` of the envelope; the name beside that address, else the first name in From. */
export function senderOf(fields: HeaderFields, mailFrom: string): Sender {
  const from = readAddresses(fields, 'from')
  const author = from.find(hasAddress) ?? readAddresses(fields, 'sender').find(hasAddress)
  const fromName = author?.name || (from.find((mailbox) => mailbox.name !== '')?.name ?? '')
  return { fromAddr: author?.address ?? cleanLine(mailFrom, maxAddressChars), fromName }
}

const hasAddress = (mailbox: Mailbox): boolean => mailbox.address !== ''
