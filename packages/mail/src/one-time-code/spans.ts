/** A span of a text; `end` stands behind its last character. */
export interface Span {
  start: number
  end: number
}

/** The index of the first of some spans, in order, that starts at or behind a position. */
export function firstIndexFrom(spans: readonly { start: number }[], position: number): number {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle]?.start ?? 0) < position) low = middle + 1
    else high = middle
  }
  return low
}
