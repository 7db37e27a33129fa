import { urlsIn } from '../text/urls-in.ts'
import { safeUrl } from './safe-url.ts'
import type { Attribute } from './tree.ts'

/** A piece of a text; `url` is null where it is no link. */
export interface TextPiece {
  text: string
  url: string | null
}

/** A link takes many times the characters of its URL. */
const maxTextLinks = 1_000

/** Finds the `http` and `https` URLs in the texts of one mail that are shown as links: the first 1,000. */
export class TextLinks {
  #remaining = maxTextLinks

  /** The text in pieces, in their order. Linear. */
  split(text: string): TextPiece[] {
    const pieces: TextPiece[] = []
    let at = 0
    for (const { start, end, url: written } of this.#remaining > 0 ? urlsIn(text) : []) {
      const url = safeUrl(written)
      if (url === null || this.#remaining === 0) continue
      this.#remaining -= 1
      if (start > at) pieces.push({ text: text.slice(at, start), url: null })
      pieces.push({ text: text.slice(start, end), url })
      at = end
    }
    if (at < text.length) pieces.push({ text: text.slice(at), url: null })
    return pieces
  }
}

/** What each link of a shown mail has: it opens apart from the page, which stays unknown to the page that it opens. */
export const linkAttributes = (url: string): Attribute[] => [
  { name: 'href', value: url },
  { name: 'target', value: '_blank' },
  { name: 'rel', value: 'noopener noreferrer nofollow' },
]
