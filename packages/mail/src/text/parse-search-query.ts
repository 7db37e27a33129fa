import { foldForSearch } from './fold-for-search.ts'

/**
 * The terms of a search query, folded like what they are looked for in: white space separates, `"…"` keeps a phrase, and a quote
 * without its partner lasts to the end. Terms that fold to nothing are dropped.
 */
export function parseSearchQuery(query: string): string[] {
  const terms = [...query.matchAll(/"([^"]*)"?|[^\s"]+/g)].map(([term, phrase]) => foldForSearch(phrase ?? term))
  return terms.filter((term) => term !== '')
}
