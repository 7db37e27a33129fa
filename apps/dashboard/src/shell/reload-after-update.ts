const storageKey = 'inlet.reloaded-at'
/** A second reload that soon would not help either. */
const leastMs = 60_000

/**
 * Reloads the page when a part of it no longer exists, because the server was updated. Unsaved input is kept.
 */
export function reloadAfterUpdate(announceLeaving: () => void): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(window.sessionStorage.getItem(storageKey) ?? 0)
    if (Date.now() - last < leastMs) return
    // Otherwise the screen would show an error.
    event.preventDefault()
    window.sessionStorage.setItem(storageKey, String(Date.now()))
    announceLeaving()
    window.location.reload()
  })
}
