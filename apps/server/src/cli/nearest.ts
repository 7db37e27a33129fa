/** The known word that a shortened or mistyped one most likely stands for, or null: at most a third of its characters may be off. */
export function nearest(written: string, known: readonly string[]): string | null {
  const begun = known.find((word) => written.length >= 3 && word.startsWith(written))
  if (begun) return begun
  const ranked = known
    .map((word) => ({ word, distance: distance(written, word) }))
    .sort((one, other) => one.distance - other.distance)
  const [best] = ranked
  if (!best || best.distance >= best.word.length) return null
  return best.distance <= Math.max(2, Math.floor(best.word.length / 3)) ? best.word : null
}

/** Levenshtein's: how many characters must be put in, taken out or changed. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (const [index, character] of [...one].entries()) {
    const next = [index + 1]
    for (const [column, expected] of [...other].entries()) {
      const changed = (row[column] ?? 0) + (character === expected ? 0 : 1)
      next.push(Math.min(changed, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
