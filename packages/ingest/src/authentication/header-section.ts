/** A header field with its folds as they came, lines joined by CRLF; `name` is lower case (RFC 5322 §2.2), all of it where there is no colon. */
export interface HeaderField {
  name: string
  text: string
}

/** RFC 5322 §3.6.8, with the white space that may stand before the colon, a fold among it. */
const fieldStart = /^[\x21-\x39\x3b-\x7e]+[ \t\r\n]*:/

/**
 * Splits a head into its fields, one character a byte. A line that begins none belongs to the field above it, as mailauth reads it:
 * what is left out here must not come to life there.
 */
export function headerFields(head: Buffer): HeaderField[] {
  const lines = head
    .toString('latin1')
    .split(/\r?\n/)
    .filter((line) => line !== '')
  const fields: string[][] = []
  let folded: string[] = []
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    folded.push(lines[at] ?? '')
    if (at > 0 && !beginsField(folded)) continue
    fields.push(folded.reverse())
    folded = []
  }
  return fields.reverse().map(toField)
}

/** `folded` are the lines of a field from its last one up. */
function beginsField(folded: string[]): boolean {
  const [first = '', second] = [folded.at(-1), folded.at(-2)]
  return fieldStart.test(second === undefined ? first : `${first}\r\n${second}`)
}

function toField(lines: string[]): HeaderField {
  const text = lines.join('\r\n')
  const [name = ''] = text.split(':', 1)
  return { name: name.replace(/\r\n/g, '').trim().toLowerCase(), text }
}

/** The bytes of a head with these fields, its empty line included. */
export function headOf(fields: HeaderField[]): Buffer {
  return Buffer.from(`${fields.map(({ text }) => `${text}\r\n`).join('')}\r\n`, 'latin1')
}
