const pieceChars = 64 * 1024

/**
 * Changes a text piece by piece to limit memory: finding and replacing keeps a list of all matches, which for a hostile text is many
 * times its size. (The result of `replace` is such a list itself; `split` and `join` make a plain string.) No piece ends between CR and
 * LF or inside a surrogate pair.
 */
export function inPieces(text: string, change: (piece: string) => string): string {
  if (text.length <= pieceChars) return change(text)
  const changed: string[] = []
  for (let at = 0; at < text.length; ) {
    const end = at + pieceChars
    const cut = belongTogether(text.slice(end - 1, end + 1)) ? end + 1 : end
    changed.push(change(text.slice(at, cut)))
    at = cut
  }
  return changed.join('')
}

const belongTogether = (two: string): boolean => two === '\r\n' || /^[\ud800-\udbff][\udc00-\udfff]$/.test(two)
