import { tagPattern } from '@inlet/contract'
import { foldForSearch } from '@inlet/mail'

const prefix = 'plus:'

/**
 * The tag of a detail of plus addressing. What a tag cannot have is folded: accents go, and other characters become hyphens (`plus:a-b`
 * for `a+b`). Null where nothing is left, or where it is too long: cut, it could be the tag of another detail.
 */
export function plusTag(detail: string): string | null {
  const folded = foldForSearch(detail)
    .replace(/[^a-z0-9:._-]+/g, '-')
    .replace(/^[:._-]+/, '')
  const tag = `${prefix}${folded}`
  return folded !== '' && tagPattern.test(tag) ? tag : null
}

/** A tag as it is stored, for one that names a detail as it stands in an address. */
export const storedTag = (tag: string): string =>
  tag.startsWith(prefix) ? (plusTag(tag.slice(prefix.length)) ?? tag) : tag
