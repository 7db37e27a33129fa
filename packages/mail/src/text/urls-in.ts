/** A URL ends at white space, at delimiters around URLs in text (RFC 3986 appendix C) or at Chinese and Japanese punctuation. */
const webUrl = /(?<![A-Za-z0-9])https?:\/\/[^\s<>"`{}|\\^\u3000-\u303f\uff00-\uffef]+/gi
const endsSentence = new Set(".,;:!?'*_~…’”»،؛؟।")
const opening: Record<string, string> = { ')': '(', ']': '[' }

/** The `http` and `https` URLs in a text, in their order, without the punctuation after them. Linear. */
export function urlsIn(text: string): string[] {
  if (!text.includes('://')) return []
  return Array.from(text.matchAll(webUrl), ([written]) => withoutPunctuation(written))
}

/** A closing bracket belongs to the URL if its opening bracket does. */
function withoutPunctuation(written: string): string {
  const surplus: Record<string, number> = {
    ')': countOf(written, ')') - countOf(written, '('),
    ']': countOf(written, ']') - countOf(written, '['),
  }
  let end = written.length
  for (; end > 0; end -= 1) {
    const last = written.charAt(end - 1)
    if (endsSentence.has(last)) continue
    if (!(last in opening) || (surplus[last] ?? 0) <= 0) break
    surplus[last] = (surplus[last] ?? 0) - 1
  }
  return written.slice(0, end)
}

function countOf(text: string, character: string): number {
  let count = 0
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count += 1
  return count
}
