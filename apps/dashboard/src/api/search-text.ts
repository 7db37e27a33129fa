type Search = Record<string, unknown>

/** The search parameters of a URL: each is a text, whatever it looks like. */
export const parseSearch = (text: string): Search => Object.fromEntries(new URLSearchParams(text))

/** Writes search parameters into a URL; undefined ones are left out. */
export function stringifySearch(search: Search): string {
  const pairs = Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}
