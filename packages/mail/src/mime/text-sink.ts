import { Transform, type TransformCallback } from 'node:stream'
import { decodeText } from '../text/decode-text.ts'

// Twice what is kept of a body, so that no charset's head is too short.
const maxKeptBytes = 4 * 1024 * 1024

/** The end of a text part's line: gathers decoded bytes up to a cap and turns them into text. Puts nothing out. */
export class TextSink extends Transform {
  readonly #chunks: Buffer[] = []
  #keptBytes = 0
  /** More came than was kept. */
  isCut = false

  override _transform(chunk: Buffer | string, _encoding: string, done: TransformCallback): void {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    const room = maxKeptBytes - this.#keptBytes
    if (bytes.length > room) this.isCut = true
    if (room > 0) this.#chunks.push(bytes.subarray(0, room))
    this.#keptBytes += Math.min(bytes.length, room)
    done()
  }

  /** What came, in the charset that `label` names; CRLF became LF. */
  text(label: string): string {
    return decodeText(Buffer.concat(this.#chunks), label).replaceAll('\r\n', '\n')
  }
}
