import { sidewaysPixels, type Visitor } from './inbox-page.ts'

/** The parts that are scrolled sideways, but for those that are made for it, which take the focus. */
const sidewaysParts = ({ page }: Visitor): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('body *')]
    .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.tabIndex !== 0)
    .filter((part) => ['auto', 'scroll'].includes(getComputedStyle(part).overflowX))
    .map((part) => part.cloneNode().outerHTML)`)

/** Collects the states of a page in which hostile text has run, or has made something wider than its place. */
export function watchLayout(visitor: Visitor) {
  const faults: Record<string, unknown> = {}
  const check = async (state: string) => {
    const hasRun = await visitor.page.evaluate('window.hasRun')
    const found = [await sidewaysPixels(visitor), await sidewaysParts(visitor), hasRun]
    if (found.join() !== '0,,') faults[state] = found
  }
  return { faults, check }
}
