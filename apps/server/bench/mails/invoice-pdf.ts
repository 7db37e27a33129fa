import { deflateSync } from 'node:zlib'
import { type Draw, noise } from './draws.ts'

/** What a page shows. */
interface InvoicePage {
  title: string
  lines: string[]
  /** About how large the file is. */
  bytes: number
}

/** A PDF of one page, as invoices are printed: its text compressed, and a font that does not compress and fills the file. */
export function invoicePdf(draw: Draw, { title, lines, bytes }: InvoicePage): Buffer {
  const shown = [title, ...lines].map((line, row) => `1 0 0 1 56 ${780 - 24 * row} Tm (${line}) Tj`)
  const text = deflateSync(Buffer.from(`BT /F1 11 Tf\n${shown.join('\n')}\nET\n`))
  const font = noise(draw, Math.max(0, bytes - text.length - 1_300))
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    stream('/Filter /FlateDecode', text),
    '<< /Type /Font /Subtype /TrueType /BaseFont /AAAAAA+Sans /FirstChar 32 /LastChar 126 /FontDescriptor 6 0 R >>',
    '<< /Type /FontDescriptor /FontName /AAAAAA+Sans /Flags 32 /Ascent 905 /Descent -212 /FontFile2 7 0 R >>',
    stream(`/Filter /FlateDecode /Length1 ${2 * font.length}`, font),
  ]
  const pieces = [Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const places: number[] = []
  let length = pieces[0]?.length ?? 0
  for (const [index, object] of objects.entries()) {
    const piece = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')])
    places.push(length)
    pieces.push(piece)
    length += piece.length
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  const end = `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`
  return Buffer.concat([...pieces, Buffer.from(end)])
}

const stream = (fields: string, bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`<< ${fields} /Length ${bytes.length} >>\nstream\n`), bytes, Buffer.from('\nendstream')])
