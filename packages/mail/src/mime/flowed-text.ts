const piecesPerChunk = 4096
/** A line that ends within `<URL>`, and one in which it goes on. */
const opensUrl = /<(?:URL:)?[a-z][a-z\d+.-]{1,30}:\/\/[^\s<>]* $/i
const continuesUrl = /^[^\s<>]+ $/

/**
 * Joins the lines that `format=flowed` broke (RFC 3676 §4): a line that ends in a space continues in the next line of the same quote
 * depth, except for the signature separator `-- `. With `deletesSpace` (DelSp=yes), and within `<URL>` (RFC 3986 appendix C), that space
 * is removed as well. Linear.
 */
export function unflowed(text: string, deletesSpace: boolean): string {
  const chunks: string[] = []
  let pieces: string[] = []
  let depth = 0
  let flows = false
  let isInUrl = false
  for (let at = 0; at <= text.length; ) {
    const lineFeed = text.indexOf('\n', at)
    const end = lineFeed === -1 ? text.length : lineFeed
    const lineDepth = quoteDepth(text, at)
    const contentAt = text[at + lineDepth] === ' ' ? at + lineDepth + 1 : at + lineDepth
    const isJoined = flows && lineDepth === depth
    if (!isJoined && at > 0) pieces.push('\n')
    if (!isJoined && lineDepth > 0) pieces.push('>'.repeat(lineDepth), ' ')

    const isSignature = end - contentAt === 3 && text.startsWith('-- ', contentAt)
    flows = end > contentAt && text[end - 1] === ' ' && !isSignature
    depth = lineDepth
    const line = flows ? text.slice(contentAt, end) : ''
    isInUrl = opensUrl.test(line) || (isInUrl && isJoined && continuesUrl.test(line))
    pieces.push(text.slice(contentAt, flows && (deletesSpace || isInUrl) ? end - 1 : end))
    if (pieces.length >= piecesPerChunk) {
      // A mail may have a million lines: a list of all of them would need many times its size.
      chunks.push(pieces.join(''))
      pieces = []
    }
    at = end + 1
  }
  return chunks.join('') + pieces.join('')
}

function quoteDepth(text: string, at: number): number {
  let end = at
  while (text[end] === '>') end++
  return end - at
}
