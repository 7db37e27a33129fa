import { isAppLink } from '../text/app-schemes.ts'
import { cleanLine } from '../text/clean-text.ts'
import { urlsIn } from '../text/urls-in.ts'

/** A link of a mail. */
export interface MailLink {
  /** As in the mail, trimmed, with entities decoded and without tabs and line breaks; a relative one is resolved. */
  url: string
  /** The URL's host with its port, if it names one: ASCII (A-labels), lower case; `''` for links that leave the web: `myapp://…`, `mailto:`. */
  host: string
  /** Its visible text on one line; `''` for a link without text, such as an image; the URL itself if it was found in a text. */
  text: string
}

const maxLinks = 1_000
const maxUrlChars = 8 * 1024
const maxTextChars = 500
/** More is read than is kept, because white space is folded afterwards; the rest of a link's text is ignored. */
const maxReadChars = maxTextChars * 4

interface Found {
  url: string
  host: string
  pieces: string[]
  chars: number
  hasText: boolean
}

/** The number of a link that is not kept, or whose text is already known: `addText` ignores it. */
const ignored = -1

const isLink = (url: URL): boolean => (/^https?:$/.test(url.protocol) && url.host !== '') || isAppLink(url)

/** Escapes of characters that mean the same without: unreserved ones (RFC 3986 §2.3), and marks that only some senders escape. */
const needlessEscape = /^[\w.~!'()*$,:@[\]{}|^\x60-]$/

/** One text for all spellings of a URL. */
const keyOf = ({ href }: URL): string =>
  href.includes('%')
    ? href.replace(/%[\da-f]{2}/gi, (escaped) => {
        const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
        return needlessEscape.test(character) ? character : escaped.toUpperCase()
      })
    : href

/** Collects the first 1,000 links in their order, each URL once; of several links with one URL the first text is kept. */
export class LinkCollector {
  readonly #found: Found[] = []
  /** Indexes in `#found`, by `keyOf`. */
  readonly #indexes = new Map<string, number>()

  readonly #isListed: (url: URL) => boolean

  /** `isListed` chooses the URLs: those of the web and of apps, unless it is given. */
  constructor(isListed: (url: URL) => boolean = isLink) {
    this.#isListed = isListed
  }

  /** Begins a link to a URL of `targetOf` or `urlsIn`. @returns its number, for `addText` */
  begin(url: string): number {
    const parsed = url.length > maxUrlChars ? null : URL.parse(url)
    if (!parsed || !this.#isListed(parsed)) return ignored
    const key = keyOf(parsed)
    const known = this.#indexes.get(key)
    if (known !== undefined) return this.#found[known]?.hasText ? ignored : known
    if (this.#found.length >= maxLinks) return ignored
    this.#indexes.set(key, this.#found.length)
    const host = isAppLink(parsed) ? '' : parsed.host
    this.#found.push({ url, host, pieces: [], chars: 0, hasText: false })
    return this.#found.length - 1
  }

  /** Adds visible text to a link; where `link` is null, the URLs in the text become links. */
  addText(link: number | null, text: string): void {
    if (link === null) {
      for (const { url } of urlsIn(text)) this.addUrl(url)
      return
    }
    const found = this.#found[link]
    if (!found || found.chars >= maxReadChars) return
    found.pieces.push(text.slice(0, maxReadChars))
    found.chars += text.length
    found.hasText ||= text.trim() !== ''
  }

  /** Adds a URL that was found in a text. */
  addUrl(url: string): void {
    this.addText(this.begin(url), url)
  }

  has(url: string): boolean {
    const parsed = URL.parse(url)
    return parsed !== null && this.#indexes.has(keyOf(parsed))
  }

  links(): MailLink[] {
    return this.#found.map((found) => ({ url: found.url, host: found.host, text: textOf(found) }))
  }
}

const textOf = ({ pieces }: Found): string => cleanLine(pieces.join(''), maxTextChars)
