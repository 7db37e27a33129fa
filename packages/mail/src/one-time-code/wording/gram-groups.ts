import type { Span } from '../spans.ts'
import type { ViewText } from '../view/mail-view.ts'

/**
 * The groups of four characters (4-grams) in some places of a text, each as the number of its bucket: with feature hashing the table of
 * weights has a fixed size, whatever is written in whatever script.
 */
export interface GramGroups {
  /** Buckets of all places, one behind the other. */
  buckets: Uint16Array
  /** Where those of each place end in `buckets`. */
  ends: number[]
}

/** How many buckets there are. */
export const bucketCount = 0x10000

const gramLength = 4
/** So much of the subject and of the head of the body tells what a mail is about. */
const maxSubjectChars = 200
const maxHeadChars = 1000
const charsBefore = 80
const charsAfter = 60
/** What stands so near counts for itself, too. */
const nearChars = 12
const maxLineChars = 60
/** With fewer characters beside it a number is alone on its line. */
const minLineChars = 3

/** A start value for each place, so that the same words count for themselves in each. */
const seeds = { before: 11, after: 12, nearBefore: 13, nearAfter: 14, lineAbove: 15, head: 21, subject: 22 }

/** Marks that the number, a line or the subject begins or ends here. */
const edges = { number: 1, behind: 2, line: 3, subject: 4 }
const [tab, newline, space, zero, nine] = [9, 10, 32, 48, 57]

const maxUnits = maxHeadChars + 2
const maxBuckets = maxSubjectChars + maxHeadChars
const firstHash = 0x811c9dc5

/** Reads the groups of a mail and around its numbers. What it gives is good until its next call. */
export class GramReader {
  readonly #units = new Uint16Array(maxUnits)
  #length = 0
  readonly #found: GramGroups & { length: number } = { buckets: new Uint16Array(maxBuckets), ends: [], length: 0 }

  /** The words of the subject and of the head of the body. */
  readMail({ folded, plain, subjectEnd }: ViewText): GramGroups {
    this.#begin()
    this.#write(folded, subjectEnd, Math.min(plain.length, subjectEnd + maxHeadChars))
    this.#close(seeds.head)
    this.#clear()
    this.#put(edges.subject)
    this.#write(folded, 0, Math.min(subjectEnd, maxSubjectChars))
    this.#put(edges.subject)
    this.#close(seeds.subject)
    return this.#found
  }

  /** The words around a number, and on the line above it. The number itself does not count: its form is judged elsewhere. */
  readAround(view: ViewText, number: Span): GramGroups {
    const { folded } = view
    const { start, end } = number
    const context = contextOf(view, number)
    this.#begin()
    this.#write(folded, context.start, start)
    this.#put(edges.number)
    this.#close(seeds.before)
    this.#keepFrom(Math.max(0, this.#length - nearChars))
    this.#close(seeds.nearBefore)
    this.#clear()
    this.#put(edges.behind)
    this.#write(folded, end, context.end)
    this.#close(seeds.after)
    this.#length = Math.min(this.#length, nearChars)
    this.#close(seeds.nearAfter)
    this.#clear()
    this.#put(edges.line)
    this.#writeLineAbove(folded, start)
    this.#put(edges.line)
    this.#close(seeds.lineAbove)
    return this.#found
  }

  #begin(): void {
    this.#found.length = 0
    this.#found.ends = []
    this.#clear()
  }

  #clear(): void {
    this.#length = 0
  }

  #put(unit: number): void {
    this.#units[this.#length++] = unit
  }

  /** Writes a part of a text: each digit as 0, and spaces beside each other as one. */
  #write(folded: Uint16Array, from: number, to: number): void {
    const units = this.#units
    let length = this.#length
    for (let at = from; at < to; at++) {
      const unit = folded[at] ?? 0
      if (unit === space && length > 0 && units[length - 1] === space) continue
      units[length++] = unit >= zero && unit <= nine ? zero : unit
    }
    this.#length = length
  }

  /** The last line above a position that is not empty; nothing where it is far away. */
  #writeLineAbove(folded: Uint16Array, start: number): void {
    let end = start
    const nearest = Math.max(0, start - maxLineChars)
    while (end > nearest && folded[end - 1] !== newline) end--
    while (end > nearest && isBlank(folded[end - 1])) end--
    if (end === nearest) return
    let from = end
    while (from > 0 && folded[from - 1] !== newline && end - from < maxLineChars) from--
    this.#write(folded, from, end)
  }

  #keepFrom(at: number): void {
    this.#units.copyWithin(0, at, this.#length)
    this.#length -= at
  }

  /** Adds all groups of four characters of what was written. */
  #close(seed: number): void {
    const [units, found] = [this.#units, this.#found]
    const last = this.#length - gramLength
    for (let at = 0; at <= last; at++) {
      let hash = mixed(firstHash, seed)
      for (let next = at; next < at + gramLength; next++) hash = mixed(hash, units[next] ?? 0)
      found.buckets[found.length++] = bucketOf(hash)
    }
    found.ends.push(found.length)
  }
}

/** What stands around a number: on its line, and beyond it on a side where the line has nothing else; in a row of a table, the row. */
function contextOf({ folded, plain }: ViewText, { start, end }: Span): Span {
  const [first, last] = [Math.max(0, start - charsBefore), Math.min(plain.length, end + charsAfter)]
  let [from, to] = [start, end]
  let isRow = false
  while (from > first && folded[from - 1] !== newline) isRow = folded[--from] === tab || isRow
  while (to < last && folded[to] !== newline) isRow = folded[to++] === tab || isRow
  return {
    start: !isRow && start - from < minLineChars ? first : from,
    end: !isRow && to - end < minLineChars ? last : to,
  }
}

const isBlank = (unit: number | undefined): boolean => unit === newline || unit === space || unit === tab

/** One step of FNV-1a, with the high bits mixed into the low ones. */
function mixed(hash: number, unit: number): number {
  const next = Math.imul(hash ^ unit, 0x01000193)
  return next ^ (next >>> 13)
}

const bucketOf = (hash: number): number => Math.imul(hash, 0x9e3779b1) >>> 16
