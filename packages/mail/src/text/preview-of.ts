import { limits } from '@inlet/contract'
import { cutChars } from './clean-text.ts'

// Preheaders are padded with hundreds of invisible characters, so more is read than is kept; text after this limit is ignored.
const maxReadChars = 8 * 1024

/** Invisible in every position: soft hyphen, grapheme joiner, Hangul fillers, zero-width space, bidi controls, byte order mark. */
const invisible =
  /\u034f|[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0]/g
/** Joiners have a meaning inside a word or emoji, but not at its edges. */
const strayJoiners = /^[\u200c\u200d]+|(?<![\u200c\u200d])[\u200c\u200d]+$/g
/** Has nothing invisible: so are most words. */
const isPlain = /^[!-~]*$/
const attachesToPrevious = /^(?:\p{M}|\u200c|\u200d|[\u{1f3fb}-\u{1f3ff}])$/u

/** White space and control characters. */
const isBlank = (unit: number): boolean =>
  unit < 0x1680
    ? unit <= 0x20 || (unit >= 0x7f && unit <= 0xa0)
    : (unit >= 0x2000 && unit <= 0x200a) || rareBlanks.has(unit)
const rareBlanks: ReadonlySet<number> = new Set([0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff])

/** The beginning of a visible text on one line: at most `limits.previewMaxChars` UTF-16 units; no visible character is split. */
export function previewOf(text: string): string {
  const size = Math.min(text.length, maxReadChars)
  let line = ''
  for (let at = 0; at < size && line.length <= limits.previewMaxChars; at += 1) {
    const from = at
    while (at < size && !isBlank(text.charCodeAt(at))) at += 1
    if (at === from) continue
    const chunk = text.slice(from, at)
    const word = isPlain.test(chunk) ? chunk : chunk.replace(invisible, '').replace(strayJoiners, '')
    if (word !== '') line += line === '' ? word : ` ${word}`
  }
  return cutBetweenCharacters(line)
}

function cutBetweenCharacters(line: string): string {
  const wellFormed = line.replace(/\p{Surrogate}/gu, '')
  const head = cutChars(wellFormed, limits.previewMaxChars)
  if (head.length === wellFormed.length) return head
  if (!continuesCharacter(wellFormed, head.length)) return head.trimEnd()

  // Drops the character that the cut would split, unless it is longer than characters of any script are.
  for (let at = head.length - 1; at > head.length - 32; at--) {
    if (at > 0 && !continuesCharacter(wellFormed, at)) return cutChars(wellFormed, at).trimEnd()
  }
  return head.trimEnd()
}

function continuesCharacter(text: string, at: number): boolean {
  const here = String.fromCodePoint(text.codePointAt(at) ?? 0)
  return attachesToPrevious.test(here) || text.charCodeAt(at - 1) === 0x200d || isLowSurrogate(text.charCodeAt(at))
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
