import { sidewaysPixels, type Visitor } from '../support/inbox-page.ts'

/** The parts that are scrolled sideways, but for those that are made for it, which take the focus. */
const sidewaysParts = ({ page }: Visitor): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('body *')]
    .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.tabIndex !== 0)
    .filter((part) => ['auto', 'scroll'].includes(getComputedStyle(part).overflowX))
    .map((part) => part.cloneNode().outerHTML)`)

/** The controls that a frame which hides what is too wide has cut off. */
const cutControls = ({ page }: Visitor): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('button, input, select, textarea')]
    .filter((control) => control.checkVisibility() && control.offsetWidth > 1)
    .filter((control) => {
      for (let frame = control.parentElement; frame; frame = frame.parentElement) {
        if (getComputedStyle(frame).overflowX === 'hidden' && control.getBoundingClientRect().right > frame.getBoundingClientRect().right + 1) return true
      }
      return false
    })
    .map((control) => control.cloneNode().outerHTML)`)

/** Collects the states of a page in which hostile text has run, or has made something wider than its place. */
export function watchLayout(visitor: Visitor) {
  const errors: Record<string, unknown> = {}
  const check = async (state: string) => {
    const hasRun = await visitor.page.evaluate('window.hasRun')
    const found = [await sidewaysPixels(visitor), await sidewaysParts(visitor), await cutControls(visitor), hasRun]
    if (found.join() !== '0,,,') errors[state] = found
  }
  return { errors, check }
}
