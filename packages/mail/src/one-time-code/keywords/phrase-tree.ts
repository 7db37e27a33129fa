import { isSpaceLike } from '../view/characters.ts'

const none = 0
const space = 0x20
const lineFeed = 0x0a
const asterisk = 0x2a
const dollar = 0x24
const maxPhraseUnits = 512

/**
 * Phrases as a tree, unit by unit, in columns of numbers. The children of node `n` are the nodes from `firstChild(children[n])` up to
 * `firstChild(children[n + 1])`, and stand together, since every word of a mail is looked up among them. Few nodes end a phrase: whether
 * one does (`isEnd`) stands beside its children, so that the marks of the others are never read. Node 0 stands for none; `words` and `tails`
 * lead from the first unit of the phrases that begin a word, and of those that may stand inside one, to their nodes.
 */
export interface PhraseTree {
  children: Uint32Array
  units: Uint16Array
  /** The marks of the phrases that end in a node. */
  stems: Uint32Array
  /** The same of phrases that must end their word. */
  wholes: Uint32Array
  words: PhraseBeginnings
  tails: PhraseBeginnings
}

/** The first child of a node, from its entry in `children`. */
export const firstChild = (entry: number): number => entry >>> 1

/** Whether a phrase ends in a node, by its entry in `children`. */
export const isEnd = (entry: number): boolean => (entry & 1) === 1

const unitCount = 0x10000

/** The first units of a phrase; 0 where it is shorter. */
interface Beginning {
  first: number
  second: number
  third: number
}

/**
 * Where phrases begin: the node of each first unit, and marks of the first three units of all phrases, which rule out most words of a
 * text without a walk.
 */
class PhraseBeginnings {
  readonly roots = new Uint32Array(unitCount)
  readonly #ofOne = new UnitMarks()
  readonly #ofTwo = new UnitMarks()
  readonly #ofThree = new UnitMarks()

  mark({ first, second, third }: Beginning): void {
    if (second === 0) this.#ofOne.add(first)
    // Units behind a space are not marked, since a text may have more spaces than the phrase.
    else if (third === 0 || second === space) this.#ofTwo.add(markOfTwo(first, second))
    else this.#ofThree.add(markOfThree(markOfTwo(first, second), third))
  }

  /** The node behind the unit at a position, if a phrase may begin there; else 0. */
  at(text: Uint16Array, at: number): number {
    const first = text[at] ?? 0
    const root = this.roots[first] ?? none
    if (root === none) return none
    const two = markOfTwo(first, asSpace(text[at + 1] ?? 0))
    if (this.#ofThree.has(markOfThree(two, asSpace(text[at + 2] ?? 0)))) return root
    return this.#ofTwo.has(two) || this.#ofOne.has(first) ? root : none
  }
}

/** A set of 16-bit numbers as bits: small enough to stay in the processor's nearest memory, since every word of a mail asks it. */
class UnitMarks {
  readonly #bits = new Uint32Array(unitCount / 32)

  add(mark: number): void {
    this.#bits[mark >>> 5] = (this.#bits[mark >>> 5] ?? 0) | (1 << (mark & 31))
  }

  has(mark: number): boolean {
    return (((this.#bits[mark >>> 5] ?? 0) >>> (mark & 31)) & 1) === 1
  }
}

const asSpace = (unit: number): number => (isSpaceLike(unit) ? space : unit)

const markOfTwo = (first: number, second: number): number => (first * 961 + second * 31) & 0xffff

const markOfThree = (two: number, third: number): number => (two * 7 + third) & 0xffff

/**
 * Builds the tree of folded phrases, each on a line of its own, with a mark for each line; one that ends in `$` must end its word. It is all one loop on purpose: every parse thread builds a tree, cold, and a loop is compiled while it runs.
 */
export function buildPhraseTree(phrases: Uint16Array, marksOfLines: readonly number[]): PhraseTree {
  const words = new PhraseBeginnings()
  const tails = new PhraseBeginnings()
  const size = phrases.length * 2 + 1
  const children = new Uint32Array(size)
  const siblings = new Uint32Array(size)
  const units = new Uint16Array(size)
  const stems = new Uint32Array(size)
  const wholes = new Uint32Array(size)
  let count = 1
  let line = 0
  let isTailAdded = false
  // Neighbours in a list begin alike: as far as they do, the nodes are known.
  const path = new Uint32Array(maxPhraseUnits)
  const pathUnits = new Uint16Array(maxPhraseUnits)
  let isOnPath = false
  for (let start = 0; start < phrases.length; ) {
    const isTail = phrases[start] === asterisk
    const beginnings = isTail && !isTailAdded ? tails : words
    let node = none
    let depth = 0
    let second = 0
    let third = 0
    let isWhole = false
    let at = isTail ? start + 1 : start
    const first = phrases[at] ?? 0
    isOnPath = !isTail
    for (; at < phrases.length; at++) {
      const written = phrases[at] ?? 0
      if (written === lineFeed) break
      if (written === dollar && (phrases[at + 1] ?? lineFeed) === lineFeed) {
        isWhole = true
        continue
      }
      const unit = isSpaceLike(written) ? space : written
      if (unit === space && isSpaceLike(phrases[at - 1] ?? 0)) continue
      depth++
      if (depth === 2) second = unit
      if (depth === 3) third = unit
      if (isOnPath && pathUnits[depth] === unit) {
        node = path[depth] ?? none
        continue
      }
      isOnPath = false
      let next = depth === 1 ? (beginnings.roots[unit] ?? none) : (children[node] ?? none)
      if (depth > 1) while (next !== none && units[next] !== unit) next = siblings[next] ?? none
      if (next === none) {
        next = count++
        units[next] = unit
        if (depth === 1) beginnings.roots[unit] = next
        else {
          siblings[next] = children[node] ?? none
          children[node] = next
        }
      }
      node = next
      if (isTail) continue
      path[depth] = node
      pathUnits[depth] = unit
      pathUnits[depth + 1] = 0
    }
    const mark = marksOfLines[line] ?? 0
    const marks = isWhole ? wholes : stems
    marks[node] = (marks[node] ?? 0) | mark
    beginnings.mark({ first, second, third })
    // The tail of a word may also be a word by itself: such a line is read twice.
    isTailAdded = isTail && !isTailAdded
    if (isTailAdded) continue
    start = at + 1
    line++
  }
  return withChildrenTogether({ children, siblings, units, stems, wholes, words, tails }, count)
}

interface LinkedTree extends PhraseTree {
  siblings: Uint32Array
}

/** Numbers the nodes anew, level by level, and children in the order of their units. */
function withChildrenTogether({ words, tails, ...linked }: LinkedTree, count: number): PhraseTree {
  const children = new Uint32Array(count + 1)
  const units = new Uint16Array(count)
  const stems = new Uint32Array(count)
  const wholes = new Uint32Array(count)
  const olds = new Uint32Array(count)
  let made = 1
  for (const { roots } of [words, tails]) {
    for (let unit = 0; unit < roots.length; unit++) {
      if (roots[unit] === none) continue
      olds[made] = roots[unit] ?? none
      roots[unit] = made++
    }
  }
  children[0] = made * 2
  for (let node = 1; node < count; node++) {
    const old = olds[node] ?? none
    units[node] = linked.units[old] ?? 0
    stems[node] = linked.stems[old] ?? 0
    wholes[node] = linked.wholes[old] ?? 0
    children[node] = made * 2 + Number((stems[node] ?? 0) !== 0 || (wholes[node] ?? 0) !== 0)
    const first = made
    for (let child = linked.children[old] ?? none; child !== none; child = linked.siblings[child] ?? none) {
      const unit = linked.units[child] ?? 0
      let place = made++
      for (; place > first && (linked.units[olds[place - 1] ?? none] ?? 0) > unit; place--)
        olds[place] = olds[place - 1] ?? none
      olds[place] = child
    }
  }
  children[count] = made * 2
  return { children, units, stems, wholes, words, tails }
}
