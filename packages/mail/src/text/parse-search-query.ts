import { foldForSearch } from './fold-for-search.ts'

/**
 * The terms of a search query, folded like the searched text: white space separates terms, `"…"` makes a phrase, and an unclosed quote
 * extends to the end. Terms that fold to `''` are dropped.
 */
export function parseSearchQuery(query: string): string[] {
  const terms = [...query.matchAll(/"([^"]*)"?|[^\s"]+/g)].map(([term, phrase]) => foldForSearch(phrase ?? term))
  return terms.filter((term) => term !== '')
}
