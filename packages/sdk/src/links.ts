import type { Link } from './types.ts'

/** A part of a link's URL or of its words, or a pattern that is found there. */
export type LinkWish = string | RegExp

/** The URL of the first link that fits; null where none does. */
export function matchingLink(links: readonly Link[], wish: LinkWish | undefined): string | null {
  return links.find(({ url, text }) => fits(url, wish) || fits(text, wish))?.url ?? null
}

function fits(text: string, wish: LinkWish | undefined): boolean {
  if (wish === undefined) return true
  // `search` begins at the start also for patterns with the flag `g`, which `test` would not.
  return typeof wish === 'string' ? text.includes(wish) : text.search(wish) !== -1
}

/** What a wait for a link is for, in words. */
export const describeLink = (wish: LinkWish | undefined) =>
  wish === undefined ? 'with a link' : `with the link ${typeof wish === 'string' ? JSON.stringify(wish) : String(wish)}`
