/** All, each once, and with each turn another one first: in as many turns as there are, each has had each place. */
export function inTurn<T>(all: readonly T[], turn: number): T[] {
  const first = turn % all.length
  return [...all.slice(first), ...all.slice(0, first)]
}
