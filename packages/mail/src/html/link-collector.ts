import { cleanLine } from '../text/clean-text.ts'
import { urlsIn } from '../text/urls-in.ts'

/** A link of a mail. */
export interface MailLink {
  /** As in the mail, trimmed, with entities decoded and without tabs and line breaks. */
  url: string
  /** The URL's host with its port, if it names one: ASCII (A-labels), lower case; `''` for a URL without one, such as `mailto:`. */
  host: string
  /** Its visible text on one line; `''` for a link without text, such as an image; the URL itself if it was found in a text. */
  text: string
}

const maxLinks = 1_000
const maxUrlChars = 8 * 1024
const maxTextChars = 500
/** More is read than is kept, because white space is folded afterwards; the rest of a link's text is ignored. */
const maxReadChars = maxTextChars * 4
/** Characters that URL parsers remove anywhere in a URL (URL Standard §4.4). */
const breaksInUrl = /[\t\n\r]+/g

interface Found {
  url: string
  host: string
  pieces: string[]
  chars: number
  hasText: boolean
}

/** The number of a link that is not kept, or whose text is already known: `addText` ignores it. */
const ignored = -1

const isWebUrl = ({ protocol, host }: URL): boolean => /^https?:$/.test(protocol) && host !== ''

/** Collects the first 1,000 links in their order, each URL once; of several links with one URL the first text is kept. */
export class LinkCollector {
  readonly #found: Found[] = []
  /** Indexes in `#found`, by normalised URL. */
  readonly #indexes = new Map<string, number>()

  readonly #isListed: (url: URL) => boolean

  /** `isListed` chooses the URLs: those of the web, unless it is given. */
  constructor(isListed: (url: URL) => boolean = isWebUrl) {
    this.#isListed = isListed
  }

  /** Begins a link. @returns its number, for `addText` */
  begin(href: string): number {
    const url = href.replaceAll(breaksInUrl, '').trim()
    const parsed = url.length > maxUrlChars ? null : URL.parse(url)
    if (!parsed || !this.#isListed(parsed)) return ignored
    const known = this.#indexes.get(parsed.href)
    if (known !== undefined) return this.#found[known]?.hasText ? ignored : known
    if (this.#found.length >= maxLinks) return ignored
    this.#indexes.set(parsed.href, this.#found.length)
    this.#found.push({ url, host: parsed.host, pieces: [], chars: 0, hasText: false })
    return this.#found.length - 1
  }

  /** Adds visible text to a link; where `link` is null, the URLs in the text become links. */
  addText(link: number | null, text: string): void {
    if (link === null) {
      for (const url of urlsIn(text)) this.addUrl(url)
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

  links(): MailLink[] {
    return this.#found.map((found) => ({ url: found.url, host: found.host, text: textOf(found) }))
  }
}

const textOf = ({ pieces }: Found): string => cleanLine(pieces.join(''), maxTextChars)
