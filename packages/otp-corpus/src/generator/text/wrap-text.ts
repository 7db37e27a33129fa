// Two groups of digits stay together, as in a sender's template.
const breakable = /(?<!\p{Nd}) | (?!\p{Nd})/gu

/** Breaks long lines at spaces; languages without spaces keep their long lines. */
export function wrapped(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => inLines(line, columns).join('\n'))
    .join('\n')
}

/**
 * Writes a text in `format=flowed` (RFC 3676): soft breaks are lines that end in a space. With `deletesSpace` they may be anywhere, for
 * languages without spaces.
 */
export function flowed(text: string, deletesSpace: boolean): string {
  return text
    .split('\n')
    .flatMap((line) => {
      if (line === '-- ' || line.startsWith('>')) return [line]
      const body = line.trimEnd()
      const pieces = deletesSpace ? (body.match(/.{1,34}/gu) ?? ['']) : inLines(body, 72)
      return pieces.map((piece, index) => stuffed(index < pieces.length - 1 ? `${piece} ` : piece))
    })
    .join('\n')
}

// A line that begins with `>` is a quote here; RFC 3676 §4.4 stuffs other lines that could be misread.
const stuffed = (line: string): string => (/^(?: |From )/.test(line) ? ` ${line}` : line)

function inLines(line: string, columns: number): string[] {
  const lines: string[] = []
  let current = ''
  for (const word of line.split(breakable)) {
    if (current !== '' && current.length + 1 + word.length > columns) {
      lines.push(current)
      current = word
    } else current = current === '' ? word : `${current} ${word}`
  }
  return [...lines, current]
}
