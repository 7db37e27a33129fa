import type { Work } from '../text/work.ts'
import { type ElementKind, scopeBoundaries } from './elements.ts'

/** Browsers have the same limit: the text of deeper elements is shown, but they are not pushed on the stack. */
const maxDepth = 512

const nowhere = -1
const tableBoundary: ReadonlySet<string> = new Set(['table'])

interface OpenElement {
  /** `''` after its end tag, if elements inside it are still open. */
  name: string
  bits: number
  /** The number of the link that its text belongs to; null outside of links. */
  link: number | null
  /** The stack index of the next outer element of the same name. */
  outerOfName: number
  /** The stack index of the nearest block or cell, itself included. */
  block: number
}

/**
 * The stack of open elements. It follows those HTML rules for missing and misplaced end tags that decide which text is hidden and which
 * text belongs to a link. The work is linear in the number of tags, at any depth.
 */
export class OpenElements {
  readonly #work: Work
  readonly #stack: OpenElement[] = []
  readonly #innermost = new Map<string, number>()

  constructor(work: Work) {
    this.#work = work
  }

  /** The style bits of the innermost open element. */
  get bits(): number {
    return this.#stack.at(-1)?.bits ?? 0
  }

  /** The link of the innermost open element. */
  get link(): number | null {
    return this.#stack.at(-1)?.link ?? null
  }

  open(name: string, { isBlockOrCell }: ElementKind, { bits, link }: { bits: number; link: number | null }): void {
    const at = this.#stack.length
    if (at >= maxDepth) return
    const block = isBlockOrCell ? at : (this.#stack.at(-1)?.block ?? nowhere)
    this.#stack.push({ name, bits, link, outerOfName: this.#at(name), block })
    this.#innermost.set(name, at)
  }

  /** Ends the open elements whose end tag may be left out before a start tag of this kind. */
  endImpliedBy({ endsParagraph, impliedEnds }: ElementKind): void {
    if (endsParagraph) this.#endInside(this.#at('p'), scopeBoundaries)
    if (impliedEnds) this.#endInside(this.#atAny(impliedEnds.ends), impliedEnds.within)
  }

  /** Handles an end tag: ends the nearest open `name`, if the rules allow it. */
  close(name: string, { isFormatting, isTablePart, isBlock }: ElementKind): void {
    const at = this.#at(name)
    if (at === nowhere) return
    if (at === this.#stack.length - 1) return this.#cut(at)
    if (isFormatting) return this.#endAcross(at)
    if (name === 'table') return this.#cut(at)
    if (isTablePart) return this.#endInside(at, tableBoundary)
    if (isBlock) return this.#endInside(at, scopeBoundaries)
    if (at > (this.#stack.at(-1)?.block ?? nowhere)) this.#cut(at)
  }

  #at(name: string): number {
    return this.#innermost.get(name) ?? nowhere
  }

  #atAny(names: ReadonlySet<string>): number {
    let innermost = nowhere
    for (const name of names) innermost = Math.max(innermost, this.#at(name))
    this.#work.steps += names.size
    return innermost
  }

  /** Ends an element and all inside it, unless a boundary is open inside it. */
  #endInside(at: number, boundaries: ReadonlySet<string>): void {
    if (at !== nowhere && at >= this.#atAny(boundaries)) this.#cut(at)
  }

  /** Ends a formatting element alone: the elements inside it stay open, but where it is a link they are no longer part of it. */
  #endAcross(at: number): void {
    const element = this.#stack[at]
    if (!element || at < this.#atAny(scopeBoundaries)) return
    if (element.name === 'a') this.#endLink(at)
    this.#forget(element)
    element.name = ''
  }

  /**
   * Makes the elements of a link part of the link around it, or of none. Each is visited at most once: between two open links there
   * is always a scope boundary.
   */
  #endLink(at: number): void {
    const outer = this.#stack[at - 1]?.link ?? null
    for (const inner of this.#stack.slice(at)) inner.link = outer
    this.#work.steps += this.#stack.length - at
  }

  #cut(at: number): void {
    while (this.#stack.length > at || this.#stack.at(-1)?.name === '') {
      const element = this.#stack.pop()
      this.#work.steps++
      if (element && element.name !== '') this.#forget(element)
    }
  }

  #forget({ name, outerOfName }: OpenElement): void {
    if (outerOfName === nowhere) this.#innermost.delete(name)
    else this.#innermost.set(name, outerOfName)
  }
}
