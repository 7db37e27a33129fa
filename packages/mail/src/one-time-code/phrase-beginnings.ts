import { isSpaceLike } from './characters.ts'

const none = 0
const space = 0x20
const size = 0x10000

/** The first units of a phrase; those that it has not are 0. */
export interface Beginning {
  first: number
  second: number
  third: number
}

/**
 * Where phrases begin: the node of each first unit, and marks of the first three units of all phrases, by which most words of a text
 * are told apart without a walk.
 */
export class Beginnings {
  readonly roots = new Uint32Array(size)
  readonly #ofOne = new Uint8Array(size)
  readonly #ofTwo = new Uint8Array(size)
  readonly #ofThree = new Uint8Array(size)

  mark({ first, second, third }: Beginning): void {
    if (second === 0) this.#ofOne[first] = 1
    // Of what stands behind a space nothing counts, since a text may have more of them than the phrase.
    else if (third === 0 || second === space) this.#ofTwo[markOfTwo(first, second)] = 1
    else this.#ofThree[markOfThree(markOfTwo(first, second), third)] = 1
  }

  /** The node behind the unit at a position, if a phrase may begin there; else 0. */
  at(text: Uint16Array, at: number): number {
    const first = text[at] ?? 0
    const root = this.roots[first] ?? none
    if (root === none) return none
    const two = markOfTwo(first, asSpace(text[at + 1] ?? 0))
    if (this.#ofThree[markOfThree(two, asSpace(text[at + 2] ?? 0))] === 1) return root
    return this.#ofTwo[two] === 1 || this.#ofOne[first] === 1 ? root : none
  }
}

const asSpace = (unit: number): number => (isSpaceLike(unit) ? space : unit)

const markOfTwo = (first: number, second: number): number => (first * 961 + second * 31) & 0xffff

const markOfThree = (two: number, third: number): number => (two * 7 + third) & 0xffff
