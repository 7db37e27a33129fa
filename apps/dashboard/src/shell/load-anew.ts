const storageKey = 'inlet.loaded-anew-at'
/** A second load that soon would not help either. */
const leastMs = 60_000

/**
 * Loads the page anew where a part of it is not there any more: the server was updated under an open page. Unsaved text is kept.
 */
export function loadAnewAfterUpdate(announceLeaving: () => void): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(window.sessionStorage.getItem(storageKey) ?? 0)
    if (Date.now() - last < leastMs) return
    // Else it is an error of the screen.
    event.preventDefault()
    window.sessionStorage.setItem(storageKey, String(Date.now()))
    announceLeaving()
    window.location.reload()
  })
}
