import type { Work } from '../../text/work.ts'
import type { CodeShape } from './code-shapes.ts'
import { PatternCursor } from './pattern-cursor.ts'

const minChars = 4
const maxChars = 10
const maxGapChars = 5
const maxFound = 20

/**
 * Finds codes whose characters stand apart, as senders print them one to a cell, box, span or line: `4 8 2 9 1 3`, `4-8-2-9`,
 * `[4] [8] [2] [9]`. The gaps of one code are alike.
 */
export function findSpelledCodes(plain: string, work: Work): CodeShape[] {
  const found: CodeShape[] = []
  const digits = new PatternCursor(loneDigit)
  for (let at = nextCluster(plain, digits, 0); at < plain.length && found.length < maxFound; at++) {
    if (!isSingle(plain, at)) {
      at = nextCluster(plain, digits, at) - 1
      continue
    }
    const run = runFrom(plain, at)
    work.steps += run.end - at
    if (run.code.length >= minChars && run.code.length <= maxChars && /\d/.test(run.code))
      found.push({ start: at, end: run.end, code: run.code, form: 'grouped' })
    at = run.end - 1
  }
  work.steps += plain.length
  return found
}

const loneDigit = /(?<![0-9A-Za-z])[0-9](?![0-9A-Za-z])/g

/** Where the next characters begin of which one is a digit by itself; a code without a digit is none. */
function nextCluster(plain: string, digits: PatternCursor, from: number): number {
  let at = digits.from(plain, from)
  while (at < plain.length && !isSingle(plain, at)) at = digits.from(plain, at + 1)
  if (at >= plain.length) return plain.length
  for (let before = singleBefore(plain, at); before >= from; before = singleBefore(plain, at)) at = before
  return at
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

const gaps: ReadonlySet<number> = new Set([...' \n\t-|·•│_[](){}'].map((char) => char.charCodeAt(0)))
const isGap = (unit: number): boolean => gaps.has(unit)

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

const isFree = (unit: number): boolean => Number.isNaN(unit) || isGap(unit) || closing.has(unit)
const closing: ReadonlySet<number> = new Set([...':.,*"\'>=<】【「」。'].map((char) => char.charCodeAt(0)))
