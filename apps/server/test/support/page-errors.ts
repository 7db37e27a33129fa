import { accessibilityErrors } from '@inlet/testkit/chromium'
import { sidewaysPixels, type Visitor } from './inbox-page.ts'

/** Parts of a screen of the dashboard that hide what is too wide for them. */
const cutParts = ({ page }: Visitor): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('#content section')]
    .filter((part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX === 'hidden')
    .map((part) => 'cut off: ' + part.textContent.slice(0, 100))`)

/** What is wrong with the page as it looks now: what axe finds, whether it has to be scrolled sideways, and what is cut off. */
export async function pageErrors(visitor: Visitor): Promise<string[]> {
  const found = [...(await accessibilityErrors(visitor.page)), ...(await cutParts(visitor))]
  if ((await sidewaysPixels(visitor)) > 0) found.push('sideways')
  return found
}

/** Collects what is wrong in each state of a page, by the name that `check` gives the state; a good one is absent. */
export function errorsIn(visitor: Visitor) {
  const errors: Record<string, string[]> = {}
  const check = async (state: string) => {
    const found = await pageErrors(visitor)
    if (found.length > 0) errors[state] = found
  }
  return { errors, check }
}
