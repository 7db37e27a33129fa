import iconv from 'iconv-lite'

const escapeToJapanese = Buffer.from('\u001b$B')
const escapeToAscii = Buffer.from('\u001b(B')
const toneMarks = /[\u0300\u0301\u0303\u0309\u0323]/g
const sameTable: ReadonlyMap<string, string> = new Map([['iso-8859-8-i', 'iso-8859-8']])

/** Encodes a text in a charset given by its MIME name; null where the charset lacks one of its characters. */
export function encodeText(text: string, charset: string): Buffer | null {
  if (charset === 'iso-2022-jp') return encodeJapanese(text)
  if (charset === 'us-ascii') return /^[\u0000-\u007f]*$/.test(text) ? Buffer.from(text) : null
  const written = charset === 'windows-1258' ? toneMarksApart(text) : text
  const table = sameTable.get(charset) ?? charset
  const bytes = iconv.encode(written, table)
  return iconv.decode(bytes, table) === written ? bytes : null
}

/** RFC 1468: JIS X 0208 between escapes, each line ended in ASCII. Its bytes are those of EUC-JP without the high bits. */
function encodeJapanese(text: string): Buffer | null {
  const pieces: Buffer[] = []
  let isJapanese = false
  for (const char of text) {
    const bytes = iconv.encode(char, 'euc-jp')
    const [first = 0] = bytes
    const isPair = bytes.length === 2 && first >= 0xa1
    if (!isPair && (bytes.length !== 1 || first >= 0x80 || (char !== '?' && first === 0x3f))) return null
    if (isPair !== isJapanese) pieces.push(isPair ? escapeToJapanese : escapeToAscii)
    isJapanese = isPair
    pieces.push(Buffer.from(bytes.map((byte) => byte & 0x7f)))
  }
  if (isJapanese) pieces.push(escapeToAscii)
  return Buffer.concat(pieces)
}

/** Windows-1258 writes Vietnamese vowels in one byte and their tones in a second. */
function toneMarksApart(text: string): string {
  return [...text]
    .map((char) => {
      const apart = char.normalize('NFD')
      return apart.replace(toneMarks, '').normalize('NFC') + (apart.match(toneMarks) ?? []).join('')
    })
    .join('')
}
