/** The middle value, or the mean of the two in the middle; 0 of none. */
export function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const [lower = 0, upper = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return (lower + upper) / 2
}
