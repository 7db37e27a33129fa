import { type CssToken, isSpace } from './css-tokens.ts'
import type { TreeElement } from './tree.ts'

/** As much as 200 rules with descendants take in a newsletter of 5,000 elements that is 40 deep. */
const maxComparisons = 40_000_000
/** More descendants in one selector cost a browser no more: their ancestors are used up. */
const maxPower = 3

/**
 * How much a browser has to compare to find the elements of a mail's selectors. A few hundred kilobytes of rules and elements would keep
 * it busy for minutes.
 */
export class StyleBudget {
  readonly #elements: number
  readonly #depth: number
  #remaining = maxComparisons

  constructor(body: TreeElement) {
    const { elements, depth } = sizeOf(body)
    this.#elements = elements
    this.#depth = depth
  }

  /** Takes the cost of a selector, whose tokens have no white space around them. @returns false, and takes nothing, where too little is left */
  take(selector: readonly CssToken[]): boolean {
    const cost = this.#elements * this.#stepsFor(selector)
    if (cost > this.#remaining) return false
    this.#remaining -= cost
    return true
  }

  /** For one element: itself, and for each descendant combinator the elements around it; with `>` or `+` a browser tries them all again. */
  #stepsFor(selector: readonly CssToken[]): number {
    const isOther = (at: number) => selector[at]?.text === '>' || selector[at]?.text === '+'
    const descendants = selector.filter((token, at) => isSpace(token) && !isOther(at - 1) && !isOther(at + 1)).length
    if (descendants === 0) return 1
    return this.#depth ** (selector.some((_, at) => isOther(at)) ? Math.min(descendants, maxPower) : 1)
  }
}

/** How many elements there are below an element, and how deep. Without recursion. */
function sizeOf(root: TreeElement): { elements: number; depth: number } {
  const size = { elements: 1, depth: 1 }
  let depth = 1
  let node = root.first
  let parent = root
  while (node || parent !== root) {
    if (!node) {
      node = parent.after
      if (parent.parent?.kind === 'element') parent = parent.parent
      depth -= 1
      continue
    }
    if (node.kind === 'element') {
      size.elements += 1
      size.depth = Math.max(size.depth, depth + 1)
      if (node.first) {
        depth += 1
        parent = node
        node = node.first
        continue
      }
    }
    node = node.after
  }
  return size
}
