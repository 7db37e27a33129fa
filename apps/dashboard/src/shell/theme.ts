export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const storageKey = 'inlet.theme'

/** The theme that was chosen in this browser. */
export function storedTheme(): Theme {
  const stored = window.localStorage.getItem(storageKey)
  return themes.find((each) => each === stored) ?? 'system'
}

/** Shows the page in a theme, and remembers it; `system` follows the device. */
export function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') {
    delete dataset.theme
    window.localStorage.removeItem(storageKey)
    return
  }
  dataset.theme = theme
  window.localStorage.setItem(storageKey, theme)
}
