import type { Span } from '../spans.ts'
import type { CodeShape } from './code-shapes.ts'

const minChars = 4
const maxChars = 10
const maxGapChars = 5

/**
 * Characters that stand apart, as senders print a code one character to a cell, box, span or line: `4 8 2 9 1 3`, `4-8-2-9`,
 * `[4] [8] [2] [9]`. The gaps of one code are alike.
 */
interface SpelledRun extends Span {
  /** Null where it is no code. */
  shape: CodeShape | null
}

/** The run that a character belongs to, from a position on at the earliest; null where others stand beside the character. */
export function spelledRunAt(plain: string, at: number, from: number): SpelledRun | null {
  if (!isSingle(plain, at)) return null
  let start = at
  for (let before = singleBefore(plain, start); before >= from; before = singleBefore(plain, start)) start = before
  const { code, end } = runFrom(plain, start)
  const isCode = code.length >= minChars && code.length <= maxChars && /\d/.test(code)
  return { start, end, shape: isCode ? { start, end, code, form: 'grouped', isCertain: true } : null }
}

/** The capital or digit that stands apart before another, with a gap between; -1 where there is none. */
function singleBefore(plain: string, at: number): number {
  let before = at - 1
  while (at - before <= maxGapChars && isGap(plain.charCodeAt(before))) before--
  return before < at - 1 && isSingle(plain, before) ? before : -1
}

function runFrom(plain: string, start: number): { code: string; end: number } {
  let code = plain.charAt(start)
  let end = start + 1
  let firstGap = ''
  for (;;) {
    const gap = gapAt(plain, end)
    if (gap === '' || !isSingle(plain, end + gap.length)) break
    const kind = kindOf(gap)
    firstGap ||= kind
    if (kind !== firstGap) break
    code += plain.charAt(end + gap.length)
    end += gap.length + 1
  }
  return { code, end }
}

/** The separator at a position, at most five characters; `''` where there is none. */
function gapAt(plain: string, at: number): string {
  let end = at
  while (end - at < maxGapChars && isGap(plain.charCodeAt(end))) end++
  return plain.slice(at, end)
}

/** 1 for what may stand between the characters, 2 for what else may stand beside them. */
const besides = new Uint8Array(0x10000)
for (const char of ':.,*"\'>=<】【「」。') besides[char.charCodeAt(0)] = 2
for (const char of ' \n\t-|·•│_[](){}') besides[char.charCodeAt(0)] = 1
const isGap = (unit: number): boolean => besides[unit] === 1

/** Cells may hold a dash or nothing between the characters, so only the cell or line break is compared. */
function kindOf(gap: string): string {
  if (gap.includes('\n')) return 'line'
  if (gap.includes('\t')) return 'cell'
  return gap.includes(' ') ? 'space' : gap
}

/** A capital or digit with no letter or digit next to it. */
function isSingle(plain: string, at: number): boolean {
  const unit = plain.charCodeAt(at)
  const isCodeChar = (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a)
  return isCodeChar && isFree(plain.charCodeAt(at - 1)) && isFree(plain.charCodeAt(at + 1))
}

const isFree = (unit: number): boolean => Number.isNaN(unit) || besides[unit] !== 0
