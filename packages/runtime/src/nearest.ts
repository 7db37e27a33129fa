import leven from 'leven'

/** A longer text is cut before the comparison, whose time grows with the product of both lengths. */
const maxChars = 100

/**
 * The known word that a shortened or mistyped one most likely means, or null. At most a third of its characters may differ, or two in a
 * word of four and more (two swapped characters count as two, but the same characters in another order always fit). Case, hyphens and
 * underscores are ignored.
 */
export function nearest(written: string, known: readonly string[]): string | null {
  const asked = plain(written.slice(0, maxChars))
  const begun = known.find((word) => asked.length >= 3 && plain(word).startsWith(asked))
  if (begun !== undefined) return begun
  const mixedUp = known.find((word) => sorted(plain(word)) === sorted(asked))
  if (mixedUp !== undefined) return mixedUp
  const ranked = known
    .map((word) => ({ word, distance: leven(asked, plain(word)), chars: plain(word).length }))
    .sort((one, other) => one.distance - other.distance)
  const [best] = ranked
  if (!best || best.distance >= best.chars) return null
  return best.distance <= Math.max(best.chars < 4 ? 1 : 2, Math.floor(best.chars / 3)) ? best.word : null
}

const plain = (word: string): string => word.toLowerCase().replaceAll(/[-_]/g, '')

const sorted = (word: string): string => [...word].sort().join('')
