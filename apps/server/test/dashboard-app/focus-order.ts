import type { Visitor } from '../support/inbox-page.ts'

/** What goes wrong for somebody who has no pointer. */
export interface FocusErrors {
  /** Controls that the tab key does not reach. */
  unreached: string[]
  /** Controls that have the focus and do not look so. */
  unseen: string[]
}

/** Goes through the page with the tab key, at least once around. Of radio buttons and tabs only the chosen one takes part: the arrows lead to the others. */
export async function walkByTab({ page }: Visitor): Promise<FocusErrors> {
  await page.evaluate(`{
    document.activeElement?.blur()
    window.tabStops = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]:not([role=radiogroup], [role=tablist])')]
      .filter((element) => element.tabIndex >= 0 && !element.disabled && element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0)
    window.reached = new Set()
    window.marked = new Set()
    window.nameOf = (element) => (element.ariaLabel ?? element.textContent).trim() + ' ' + element.outerHTML.slice(0, 80)
  }`)
  const count: number = await page.evaluate('window.tabStops.length')
  // Some have several stops: fields of dates, and what is in frames; and so has the browser itself.
  for (let presses = 0; presses < 2 * count + 20; presses += 1) {
    await page.keyboard.press('Tab')
    await page.evaluate(`{
      const element = document.activeElement
      if (element && element !== document.body) {
        window.reached.add(element)
        const isMarked = [null, '::before', '::after'].some((part) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(element, part)
          return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0
        })
        // The button inside a date field has the focus of the field, and a mark that a page cannot ask for.
        if (isMarked || element.tagName === 'IFRAME') window.marked.add(element)
      }
    }`)
  }
  return await page.evaluate<FocusErrors>(`({
    unreached: window.tabStops.filter((element) => element.isConnected && !window.reached.has(element)).map(window.nameOf),
    unseen: [...window.reached].filter((element) => element.isConnected && !window.marked.has(element)).map(window.nameOf),
  })`)
}
