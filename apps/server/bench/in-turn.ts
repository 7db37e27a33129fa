/** All items, rotated by the number of the turn, so that over as many turns as items each item has each position once. */
export function inTurn<T>(all: readonly T[], turn: number): T[] {
  const first = turn % all.length
  return [...all.slice(first), ...all.slice(0, first)]
}
