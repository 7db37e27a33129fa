import { effect } from '@preact/signals'
import { domain } from './domain.ts'
import { storedSignal } from './storage.ts'

const themes = ['auto', 'light', 'dark'] as const
type Theme = (typeof themes)[number]

const isTheme = (value: unknown): value is Theme => themes.some((theme) => theme === value)

/** The visitor's choice, at first the service's. */
export const theme = storedSignal<Theme>({
  area: 'localStorage',
  key: 'theme',
  parse: (stored) => (isTheme(stored) ? stored : null),
  initial: domain.value?.theme ?? 'auto',
})

/** Keeps the page in the chosen theme. */
export const startTheme = () =>
  effect(() => {
    document.documentElement.dataset.theme = theme.value
  })

/** The next of auto, light and dark. */
export function changeTheme(): void {
  theme.value = themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? 'auto'
}
