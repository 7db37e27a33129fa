import { limits } from '@inlet/contract'
import { cutUtf8 } from './clean-text.ts'
import { foldForSearch } from './fold-for-search.ts'

// Folding usually shortens a text, so twice the cap is read of each.
const maxReadChars = limits.searchTextMaxBytes * 2

/** The text that a search compares with: subject and visible text, folded, at most `limits.searchTextMaxBytes` of UTF-8. */
export function searchTextOf(subject: string, visibleText: string): string {
  return cutUtf8(
    foldForSearch(`${subject.slice(0, maxReadChars)}\n${visibleText.slice(0, maxReadChars)}`),
    limits.searchTextMaxBytes,
  ).trimEnd()
}
