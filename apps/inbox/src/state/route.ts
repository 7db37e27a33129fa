import { computed, signal } from '@preact/signals'
import { readPath } from './page-path.ts'

const path = signal(location.pathname)
addEventListener('popstate', () => {
  path.value = location.pathname
})

/** Where the visitor is, by the URL. */
export const route = computed(() => readPath(path.value))

/** Goes to a path of the page; `replace` leaves no entry behind. */
export function navigate(to: string, how: { replace?: boolean } = {}): void {
  if (to === location.pathname) return
  if (how.replace) history.replaceState(null, '', to)
  else history.pushState(null, '', to)
  path.value = to
}

/** `onClick` of a link into the page. A click that opens a tab or a window is the browser's. */
export function followLink(event: MouseEvent & { readonly currentTarget: HTMLAnchorElement }): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  navigate(event.currentTarget.pathname)
}
