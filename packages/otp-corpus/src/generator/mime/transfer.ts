import type { Draws } from '../draws.ts'

/** A Content-Transfer-Encoding as RFC 2045 §6 names it. */
export type Transfer = '7bit' | '8bit' | 'quoted-printable' | 'base64'

const maxLineBytes = 998
const maxPrintableChars = 76

/** Chooses an encoding that fits a body: long lines exclude 7bit and 8bit, high bytes exclude 7bit. */
export function chooseTransfer(bytes: Buffer, draws: Draws): Transfer {
  const longest = bytes
    .toString('latin1')
    .split('\r\n')
    .reduce((length, line) => Math.max(length, line.length), 0)
  const plain = bytes.every((byte) => byte < 0x80) ? '7bit' : '8bit'
  const choices = { weight: longest > maxLineBytes ? 0 : 30, value: plain } as const
  return draws.weighted('transfer', [
    { weight: 40, value: 'quoted-printable' },
    { weight: 30, value: 'base64' },
    choices,
  ])
}

/** Encodes a body; lines end with CRLF. */
export function transferred(bytes: Buffer, transfer: Transfer): Buffer {
  if (transfer === 'base64') return Buffer.from(inLines(bytes.toString('base64')))
  return transfer === 'quoted-printable' ? Buffer.from(printable(bytes)) : bytes
}

const inLines = (text: string): string => (text.match(/.{1,76}/g) ?? []).join('\r\n')

/** RFC 2045 §6.7; a soft break comes where the line is full, also inside a number. */
function printable(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .split('\r\n')
    .map((line) => softBroken(line.replace(/[^ -<>-~\t]|[ \t]$/g, quoted).match(/=..|[^=]/g) ?? []))
    .join('\r\n')
}

const quoted = (unit: string): string => `=${unit.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

function softBroken(units: string[]): string {
  const lines: string[] = []
  let line = ''
  for (const [index, unit] of units.entries()) {
    const room = index === units.length - 1 ? maxPrintableChars : maxPrintableChars - 1
    if (line.length + unit.length > room) {
      lines.push(`${line}=`)
      line = ''
    }
    line += unit
  }
  return [...lines, line].join('\r\n')
}
