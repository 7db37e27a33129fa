/** A line of a text file, without its end; the first one has number 1. */
export interface Line {
  number: number
  text: string
}

/** What is wrong with a line. */
export class LineError extends Error {
  override name = 'LineError'
  readonly line: number

  constructor(line: number, problem: string) {
    super(problem)
    this.line = line
  }
}

const lineFeed = 0x0a

/**
 * The lines of a file in UTF-8, each read when it is asked for. Every line must end with a line feed: a file that was cut within a line is
 * noticed. @throws LineError, also for a line of more than `maxBytes`
 */
export async function* linesOf(pieces: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Line, void, void> {
  let number = 1
  let parts: Uint8Array[] = []
  let bytes = 0
  const add = (part: Uint8Array) => {
    bytes += part.length
    if (bytes > maxBytes) throw new LineError(number, `the line has more than ${maxBytes} bytes`)
    parts.push(part)
  }
  for await (const piece of pieces) {
    let from = 0
    for (let end = piece.indexOf(lineFeed); end !== -1; end = piece.indexOf(lineFeed, from)) {
      add(piece.subarray(from, end))
      yield { number, text: decode(number, parts) }
      number += 1
      parts = []
      bytes = 0
      from = end + 1
    }
    add(piece.subarray(from))
  }
  if (bytes > 0) throw new LineError(number, 'the line has no end: the file is cut')
}

function decode(number: number, parts: Uint8Array[]): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(parts))
  } catch {
    throw new LineError(number, 'the line is not UTF-8')
  }
}
