import { domainToUnicode } from 'node:url'
import { decodeEncodedWords } from '../text/decode-encoded-words.ts'

/** A mailbox of an address field (RFC 5322 §3.4); either property may be `''`. */
export interface Mailbox {
  name: string
  address: string
}

const maxMailboxes = 100
const maxHostChars = 253
const encodedWord = /=\?[\w.:+*-]{1,60}\?[BbQq]\?[^?\r\n"]*\?=/y
const token = /(?:[^\s"]|"[^"]*")+/g

/**
 * Reads the first 100 mailboxes of an address field, those inside groups included. Reads forward only, so its time is linear for any
 * nesting. Text inside an encoded-word never becomes an address (RFC 2047 §5). Never throws.
 */
export function readAddressList(field: string): Mailbox[] {
  const reader = new AddressListReader(field)
  return reader.read()
}

class AddressListReader {
  readonly #field: string
  readonly #found: Mailbox[] = []
  #at = 0
  /** The text outside of angle brackets and comments, with quotes, for an address; `#name` is the same without quotes. */
  #written = ''
  #name = ''
  #hasAt = false
  #angle: string | null = null
  #comment = ''

  constructor(field: string) {
    this.#field = field
  }

  read(): Mailbox[] {
    while (this.#at < this.#field.length && this.#found.length < maxMailboxes) this.#step(this.#field[this.#at] ?? '')
    this.#end()
    return this.#found
  }

  #step(unit: string): void {
    if (unit === '"') return this.#readQuoted()
    if (unit === '(') return this.#readComment()
    if (unit === '<') return this.#readAngle()
    if (unit === '=' && this.#readEncodedWord()) return
    this.#at += 1
    if (unit === ',' || unit === ';') return this.#end()
    // The name of a group is dropped.
    if (unit === ':' && !this.#hasAt && this.#angle === null) return this.#clear()
    if (unit === '@') this.#hasAt = true
    this.#written += unit
    this.#name += unit
  }

  #readQuoted(): void {
    const from = this.#at
    this.#at += 1
    while (this.#at < this.#field.length && this.#field[this.#at] !== '"') {
      if (this.#field[this.#at] === '\\') this.#at += 1
      this.#name += this.#field[this.#at] ?? ''
      this.#at += 1
    }
    this.#at += 1
    this.#written += this.#field.slice(from, this.#at)
  }

  #readComment(): void {
    const from = this.#at + 1
    let depth = 0
    for (; this.#at < this.#field.length; this.#at++) {
      const unit = this.#field[this.#at]
      if (unit === '\\') this.#at += 1
      if (unit === '(') depth += 1
      if (unit === ')') depth -= 1
      if (depth === 0) break
    }
    this.#comment ||= this.#field.slice(from, this.#at)
    this.#at += 1
    this.#written += ' '
  }

  #readAngle(): void {
    const close = this.#field.indexOf('>', this.#at)
    const end = close === -1 ? this.#field.length : close
    this.#angle ??= this.#field.slice(this.#at + 1, end)
    this.#at = end + 1
  }

  /** Reads an encoded-word as one piece: senders leave commas and colons in it, although these are not allowed there. */
  #readEncodedWord(): boolean {
    encodedWord.lastIndex = this.#at
    const [word] = encodedWord.exec(this.#field) ?? []
    if (word === undefined) return false
    this.#at += word.length
    this.#written += word
    this.#name += word
    return true
  }

  #end(): void {
    const mailbox = this.#angle === null ? this.#bareMailbox() : this.#namedMailbox(this.#angle)
    if (mailbox.name !== '' || mailbox.address !== '') this.#found.push(mailbox)
    this.#clear()
  }

  /** A source route before the address is skipped (RFC 5322 §4.4). */
  #namedMailbox(angle: string): Mailbox {
    const route = /^\s*@[^:@]*:/.exec(angle)
    return { name: nameOf(this.#name), address: addressOf(angle.slice(route?.[0].length ?? 0)) }
  }

  #bareMailbox(): Mailbox {
    if (!this.#hasAt) return { name: nameOf(this.#name || this.#comment), address: '' }
    const tokens = this.#written.match(token) ?? []
    const addressIndex = tokens.findLastIndex((each) => each.includes('@'))
    const name = tokens.length === 1 ? this.#comment : tokens.filter((_, index) => index !== addressIndex).join(' ')
    return { name: nameOf(name), address: addressOf(tokens[addressIndex] ?? '') }
  }

  #clear(): void {
    this.#written = ''
    this.#name = ''
    this.#hasAt = false
    this.#angle = null
    this.#comment = ''
  }
}

const nameOf = (written: string): string => decodeEncodedWords(written.trim()).trim()

function addressOf(written: string): string {
  const address = written.trim()
  const at = address.lastIndexOf('@')
  // A longer host name is invalid (RFC 1035 §2.3.4), and decoding it would take more than linear time.
  if (address.length - at > maxHostChars + 1) return address
  if (!address.startsWith('xn--', at + 1) && !address.includes('.xn--', at)) return address
  return `${address.slice(0, at + 1)}${domainToUnicode(address.slice(at + 1)) || address.slice(at + 1)}`
}
