import { domainToUnicode } from 'node:url'
import { trimAscii } from '../text/clean-text.ts'
import { decodeEncodedWords } from '../text/decode-encoded-words.ts'

/** A mailbox of an address field (RFC 5322 §3.4); either property may be `''`. */
export interface Mailbox {
  name: string
  address: string
}

const maxMailboxes = 100
const maxHostChars = 253
/** More white space between two commas is taken for text. */
const maxBlanks = 100
const encodedWord = /=\?[\w.:+*-]{1,60}\?[BbQq]\?[^?\r\n"]*\?=/y
/** Words, and an address in angle brackets after them. */
const plainMailbox = /^([\w ]{0,100})<([\w.+-]{1,100}@[\w.-]{1,253})>$/
const token = /(?:[^\s"]|"[^"]*")+/g
const [opening, closing, backslash] = [0x28, 0x29, 0x5c]
/** Characters with a meaning of their own. A colon has one, too, but only the last one counts. */
const marks: ReadonlySet<number> = new Set(Array.from('"(<=>,;@', (mark) => mark.charCodeAt(0)))

/**
 * Reads the first 100 mailboxes of an address field, those inside groups included. A name may have commas, colons, quotes and brackets
 * that it should not have, as long as its address follows. Reads forward only, so its time is linear for any nesting. Text inside an
 * encoded-word never becomes an address (RFC 2047 §5). Never throws.
 */
export function readAddressList(field: string): Mailbox[] {
  const [, name = '', address] = plainMailbox.exec(field) ?? []
  // As the field of nearly all mails is.
  if (address !== undefined) return [{ name: name.trim(), address: addressOf(address) }]
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
  /** The text has an `@` between two other characters. */
  #hasAddress = false
  #angle: string | null = null
  #comment = ''
  /** Where the text after the last colon begins in `#written` and `#name`; 0 where there is none: the name of a group may be before it. */
  readonly #afterColon = { written: 0, name: 0 }
  /** The first mailbox after a colon as it is if a semicolon closes the group. */
  #inGroup: { index: number; mailbox: Mailbox } | null = null
  /** What is never closed is text, and then all that opens after it is text, too. */
  #closes = { quotes: true, comments: true }
  #closingAngle = -1
  readonly #isText = (unit: number): boolean => !marks.has(unit) || (unit === opening && !this.#closes.comments)

  constructor(field: string) {
    this.#field = field
  }

  read(): Mailbox[] {
    while (this.#at < this.#field.length && this.#found.length < maxMailboxes) {
      this.#readPlain()
      if (this.#at < this.#field.length) this.#step(this.#field[this.#at] ?? '')
    }
    this.#end()
    return this.#found.filter(isMailbox)
  }

  #readPlain(): void {
    const from = this.#at
    while (this.#at < this.#field.length && this.#isText(this.#field.charCodeAt(this.#at))) this.#at += 1
    if (this.#at === from) return
    const run = this.#field.slice(from, this.#at)
    const afterColon = this.#hasAddress || this.#angle !== null ? 0 : run.lastIndexOf(':') + 1
    if (afterColon > 0) {
      this.#afterColon.written = this.#written.length + afterColon
      this.#afterColon.name = this.#name.length + afterColon
    }
    this.#written += run
    this.#name += run
  }

  #step(unit: string): void {
    if (unit === '"') return this.#readQuoted()
    if (unit === '(' && this.#readComment()) return
    if (unit === '<') return this.#readAngle()
    if (unit === '=' && this.#readEncodedWord()) return
    this.#at += 1
    if (unit === '>') return
    if ((unit === ',' || unit === ';') && this.#isEnd(unit)) return unit === ',' ? this.#end() : this.#endGroup()
    if (unit === '@') this.#hasAddress ||= isText(this.#field[this.#at - 2]) && isText(this.#field[this.#at])
    this.#written += unit
    this.#name += unit
  }

  /** Before its address a comma or semicolon belongs to a name, unless it is the semicolon of a group. */
  #isEnd(unit: string): boolean {
    if (this.#hasAddress || this.#angle !== null) return true
    if (unit === ';' && (this.#afterColon.written > 0 || this.#inGroup)) return true
    return this.#written.length < maxBlanks && this.#written.trim() === ''
  }

  #readQuoted(): void {
    const from = this.#at + 1
    const end = this.#closes.quotes ? this.#closingQuote(from) : -1
    this.#at = from
    this.#closes.quotes &&= end !== -1
    if (end === -1) return
    const inner = this.#field.slice(from, end)
    this.#name += inner.includes('\\') ? inner.replace(/\\(.)/gs, '$1') : inner
    this.#written += `"${inner}"`
    this.#at = end + 1
  }

  #closingQuote(from: number): number {
    for (let at = from; at < this.#field.length; at += 1) {
      if (this.#field[at] === '"') return at
      if (this.#field[at] === '\\') at += 1
    }
    return -1
  }

  #readComment(): boolean {
    const from = this.#at + 1
    const end = this.#closes.comments ? this.#closingParenthesis(from) : -1
    this.#closes.comments &&= end !== -1
    if (end === -1) return false
    this.#comment ||= this.#field.slice(from, end)
    this.#at = end + 1
    // A comment separates words, but it may also stand within an address (RFC 5322 §4.4).
    if (!isJoint(this.#field[from - 2]) && !isJoint(this.#field[this.#at])) this.#written += ' '
    return true
  }

  #closingParenthesis(from: number): number {
    let depth = 1
    for (let at = from; at < this.#field.length; at += 1) {
      const unit = this.#field.charCodeAt(at)
      if (unit === backslash) at += 1
      else if (unit === opening) depth += 1
      else if (unit === closing) depth -= 1
      if (depth === 0) return at
    }
    return -1
  }

  /** A bracket that is not closed before the next one opens is left out, unless an address follows it. */
  #readAngle(): void {
    const from = this.#at + 1
    if (this.#closingAngle < from) this.#closingAngle = indexOrEnd(this.#field, '>', from)
    const end = Math.min(this.#closingAngle, indexOrEnd(this.#field, '<', from))
    const inner = this.#field.slice(from, end)
    this.#at = from
    if (this.#field[end] === '>') {
      const { address, words } = closedAngle(inner)
      this.#at = end + 1
      this.#take(address, words)
    } else if (inner.includes('@')) {
      const range = openAngle(inner)
      this.#at = from + range.to
      this.#take(inner.slice(range.from, range.to), inner.slice(0, range.from))
    }
  }

  /** The first address in brackets counts, unless a later one has an `@` for the first time. */
  #take(address: string, words: string): void {
    this.#name += words
    if (this.#angle?.includes('@') || (this.#angle !== null && !address.includes('@'))) return
    this.#name += this.#angle ?? ''
    this.#angle = address
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

  #endGroup(): void {
    this.#end()
    if (this.#inGroup) this.#found[this.#inGroup.index] = this.#inGroup.mailbox
    this.#inGroup = null
  }

  #end(): void {
    const mailbox = this.#mailbox(this.#written, this.#name)
    const colon = this.#afterColon.written > 0 ? this.#afterColon : null
    const inGroup = colon ? this.#mailbox(this.#written.slice(colon.written), this.#name.slice(colon.name)) : mailbox
    // A colon with nothing after it is that of an empty group, such as `undisclosed-recipients:`.
    if (isMailbox(mailbox) && isMailbox(inGroup)) {
      if (colon) this.#inGroup = { index: this.#found.length, mailbox: inGroup }
      this.#found.push(mailbox)
    }
    this.#written = ''
    this.#name = ''
    this.#hasAddress = false
    this.#angle = null
    this.#comment = ''
    this.#afterColon.written = 0
  }

  #mailbox(written: string, name: string): Mailbox {
    if (this.#angle !== null)
      return { name: nameOf(name, written) || nameOf(this.#comment), address: addressOf(this.#angle) }
    const tokens = (this.#hasAddress ? written : trimmedAt('@', written)).match(token) ?? []
    const addressIndex = tokens.findLastIndex((each) => isAddress(each))
    if (addressIndex === -1 || (!this.#hasAddress && tokens.length > 1)) {
      return { name: nameOf(name, written) || nameOf(this.#comment), address: '' }
    }
    const others = tokens.filter((_, index) => index !== addressIndex).join(' ')
    return {
      name: others === '' ? nameOf(this.#comment) : nameOf(others.split('"').join(''), others),
      address: addressOf(tokens[addressIndex] ?? ''),
    }
  }
}

/** An `@` within quotes makes no address. */
const isAddress = (word: string): boolean => word.replaceAll(/"[^"]*"/g, '').includes('@')

const isMailbox = ({ name, address }: Mailbox): boolean => name !== '' || address !== ''

/** The address in angle brackets, without the obsolete route before it (RFC 5322 §4.4), and the words that some senders put before it. */
function closedAngle(inner: string): { address: string; words: string } {
  const text = withoutObsoleteBlanks(inner.replace(/^\s*@[^:]*:/, ''))
  const words = text.match(token) ?? []
  const index = words.findLastIndex((each) => each.includes('@'))
  if (index === -1) return { address: text, words: '' }
  return { address: words[index] ?? '', words: words.slice(0, index).join(' ') }
}

/** Comments and blanks may stand between the words of an address (RFC 5322 §4.4). */
function withoutObsoleteBlanks(address: string): string {
  const text = address.includes('(') ? withoutComments(address) : address
  const at = text.lastIndexOf('@')
  if (at === -1 || !/\s/.test(text)) return text
  return `${text.slice(0, at).trimEnd()}@${trimmedAt('.', text.slice(at + 1))}`
}

function withoutComments(text: string): string {
  let kept = ''
  let depth = 0
  for (const unit of text) {
    if (unit === '(') depth += 1
    if (depth === 0) kept += unit
    if (unit === ')' && depth > 0) depth -= 1
  }
  // One that is not closed is text.
  return depth === 0 ? kept : text
}

/** The first word with an `@` after a bracket that nothing closes, and the range that it has in `inner`. */
function openAngle(inner: string): { from: number; to: number } {
  const at = inner.indexOf('@')
  let from = at
  while (isText(inner[from - 1])) from -= 1
  let to = at
  while (isText(inner[to])) to += 1
  return { from, to }
}

const isText = (unit: string | undefined): boolean => unit !== undefined && !/[\s,;]/.test(unit)

/** Whether words that touch this are one: `kim(at home)@orbit.example`. */
const isJoint = (unit: string | undefined): boolean => unit === '@' || unit === '.'

function indexOrEnd(text: string, piece: string, from: number): number {
  const found = text.indexOf(piece, from)
  return found === -1 ? text.length : found
}

/** Without the white space around a mark. */
const trimmedAt = (mark: string, written: string): string =>
  written
    .split(mark)
    .map((piece) => piece.trim())
    .join(mark)

/**
 * A comma or the colon of a group that is not closed may come after a name, but within quotes it belongs to it. A name of white space alone
 * is none. `written` is the name with its quotes.
 */
function nameOf(text: string, written = text): string {
  const isQuoted = trimAscii(written).endsWith('"')
  const name = decodeEncodedWords(trimAscii(isQuoted ? text : trimAscii(text).replace(/[,:]$/, '')))
  return name.trim() === '' ? '' : name
}

function addressOf(written: string): string {
  const address = withoutWrapping(written.trim())
  const at = address.lastIndexOf('@')
  // A longer host name is invalid (RFC 1035 §2.3.4), and decoding it would take more than linear time.
  if (address.length - at > maxHostChars + 1) return address
  if (!address.startsWith('xn--', at + 1) && !address.includes('.xn--', at)) return address
  return `${address.slice(0, at + 1)}${domainToUnicode(address.slice(at + 1)) || address.slice(at + 1)}`
}

/** Without `mailto:`, or the square brackets or quotes that some programs put around an address. */
function withoutWrapping(address: string): string {
  const isWrapped = /^(?:\[.*\]|'.*'|"[^"]*")$/s.test(address)
  return (isWrapped ? address.slice(1, -1) : address).replace(/^mailto:/i, '')
}
