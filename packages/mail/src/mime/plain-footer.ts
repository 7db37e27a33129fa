import { lineEnd } from './header-range.ts'
import type { TransferEncoding } from './transfer-encoding.ts'

const footerLike = /[^A-Za-z0-9+/=\s]|[A-Za-z0-9+/=][ \t]+\S/
const base64Line = /^[A-Za-z0-9+/_-]+={0,2}$/
const sentence = /[A-Za-z,:] [A-Za-z]/
const carriageReturn = 0x0d
const separator = /^(?:__|--)/
/** No word of a footer is as long; lines of base64 mostly are. */
const longChars = 40
/** Lines of base64 may differ by as much where transport damaged them. */
const maxDamage = 4
const maxFooterBytes = 4096
const maxTailBytes = 512
/** The value of a query follows: in quoted-printable, its sign would be `=3D`. */
const plainQuery = /[?&][\w.-]{1,60}=/
/** Only quoted-printable has these: a soft line break, an equals sign, white space at the end of a line, a byte beyond ASCII. */
const quotedSign = /=(?:[ \t]*(?:[\r\n]|$)|3D|(?:20|09)[ \t]*(?:[\r\n]|$)|[89A-F][\dA-F])/i

/**
 * The offset at which a footer begins that a list server put behind an encoded text as it was; 0 where nothing is base64 that should be, and
 * -1 where there is no clear text. Linear.
 */
export function plainFooterAt(body: Buffer, encoding: TransferEncoding): number {
  if (encoding === 'base64') return base64FooterAt(body)
  return encoding === 'quoted-printable' ? quotedFooterAt(body) : -1
}

/** After the line with which list servers begin a footer, text that was never encoded. */
function quotedFooterAt(body: Buffer): number {
  const at = Math.max(body.lastIndexOf('\n_____'), body.lastIndexOf('\r_____')) + 1
  if (at === 0 || body.length - at > maxFooterBytes) return -1
  const footer = body.toString('latin1', at)
  return plainQuery.test(footer) && !quotedSign.test(footer) ? at : -1
}

function base64FooterAt(body: Buffer): number {
  // Clear text is at the end, whatever is before it.
  if (!footerLike.test(body.toString('latin1', Math.max(0, body.length - maxTailBytes)))) return -1
  let footerAt = -1
  let firstLength = 0
  let isComplete = false
  for (let at = 0; at < body.length; ) {
    const end = lineEnd(body, at, carriageReturn)
    const line = body.toString('latin1', at, end).trim()
    const groups = /[ \t]/.test(line) ? line.split(/[ \t]+/) : [line]
    if (groups.every(isData) && (line.length >= longChars || (footerAt === -1 && !isComplete))) {
      firstLength ||= groups[0]?.length ?? 0
      isComplete = line.endsWith('=') || (groups.at(-1)?.length ?? 0) + maxDamage < firstLength
      footerAt = -1
    } else if (line !== '' && footerAt === -1) footerAt = at
    at = end
  }
  if (firstLength > 0) return footerAt
  return sentence.test(body.toString('latin1')) ? 0 : -1
}

/** Whether a line is base64, or was until transport damaged it. Several lines whose line breaks became blanks are groups of one line. */
const isData = (group: string, index: number, groups: string[]): boolean =>
  (index === groups.length - 1 || group.length >= longChars) &&
  !separator.test(group) &&
  (base64Line.test(group) || (group.length >= 60 && /^[\w+/=!?*-]+$/.test(group)))
