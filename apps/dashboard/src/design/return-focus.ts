/** What lies over the page, and the page itself: in each the element that had the focus last, the newest place at the end. */
const lasts = new Map<Element, HTMLElement>()

/** Remembers where the focus is, for `returnFocus`. */
export function watchFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    for (const place of lasts.keys()) if (!place.isConnected) lasts.delete(place)
    const place = target.closest('[role="dialog"], [role="menu"]') ?? document.body
    lasts.delete(place)
    lasts.set(place, target)
  })
}

/**
 * After a dialog was closed: gives the focus back to what had it before. radix-ui gives it to a trigger alone, and a dialog that is opened by a
 * menu, by a key or by the URL has none; whoever has no pointer would have to begin at the top of the page. What is not there any more, such as the
 * row of a deleted record, leaves the focus to the screen.
 */
export function returnFocus(event: Event): void {
  event.preventDefault()
  const place = [...lasts.keys()].reverse().find(({ isConnected }) => isConnected)
  const last = place && lasts.get(place)
  const target = last?.isConnected && last.checkVisibility() ? last : document.getElementById('content')
  target?.focus({ preventScroll: true })
}
