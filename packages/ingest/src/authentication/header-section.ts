/** A header field with its folds as they came, lines joined by CRLF; `name` is lower case (RFC 5322 §2.2). */
export interface HeaderField {
  name: string
  text: string
}

/** More lines than any real head has: what reads fields line by line costs more than linear time. */
const maxLines = 2_000

/** Splits a head into its fields, one character a byte; null where it has more than 2,000 lines. */
export function headerFields(head: Buffer): HeaderField[] | null {
  const lines = head.toString('latin1').split(/\r?\n/)
  if (lines.length > maxLines) return null

  const fields: string[][] = []
  for (const line of lines) {
    if (line === '') continue
    const last = fields.at(-1)
    if (last && /^[ \t]/.test(line)) last.push(line)
    else fields.push([line])
  }
  return fields.map((folded) => {
    const text = folded.join('\r\n')
    const name = text.slice(0, Math.max(0, text.indexOf(':')))
    return { name: name.replace(/\r\n/g, '').trim().toLowerCase(), text }
  })
}

/** The bytes of a head with these fields, its empty line included. */
export function headOf(fields: HeaderField[]): Buffer {
  return Buffer.from(`${fields.map(({ text }) => `${text}\r\n`).join('')}\r\n`, 'latin1')
}
