import type { Span } from '../spans.ts'

/** From here on, on both sides, no word can matter to a number; more than the longest distance that the scoring asks about. */
const reachChars = 1000
/** So much of the body behind the subject tells what a mail is about. */
const headChars = 1024

/**
 * The spans of a view that its candidates are judged by: the subject with the head of the body, and what stands around the
 * candidates. In order, without overlaps; a short mail is one span.
 */
export function spansAround(
  candidates: readonly Span[],
  { subjectEnd, length }: { subjectEnd: number; length: number },
): Span[] {
  let last = { start: 0, end: Math.min(length, subjectEnd + headChars) }
  const spans = [last]
  for (const candidate of candidates) {
    const start = Math.max(0, candidate.start - reachChars)
    const end = Math.min(length, candidate.end + reachChars)
    if (start <= last.end) last.end = Math.max(last.end, end)
    else {
      last = { start, end }
      spans.push(last)
    }
  }
  return spans
}
