import { storedSignal } from './storage.ts'

const isWanted = storedSignal({
  area: 'localStorage',
  key: 'notify',
  parse: (stored) => stored === true,
  initial: false,
})

/** Whether this browser can show notifications at all; not on a page over plain http. */
export const canNotify = 'Notification' in window && window.isSecureContext

/** Whether the visitor wants notifications, and the browser allows them. */
export const isNotifying = () => canNotify && isWanted.value && Notification.permission === 'granted'

/** Switches notifications; the browser may ask. @returns false where the visitor or the browser refused them */
export async function switchNotifications(): Promise<boolean> {
  if (isNotifying()) {
    isWanted.value = false
    return true
  }
  isWanted.value = (await Notification.requestPermission()) === 'granted'
  return isWanted.value
}

/** Shows a notification while nobody looks at the page. A click on it brings the page to the front and runs `onClick`. */
export function notify(title: string, how: { body: string; tag: string; onClick: () => void }): void {
  if (!isNotifying() || !document.hidden) return
  try {
    const notification = new Notification(title, { body: how.body, tag: how.tag })
    notification.onclick = () => {
      window.focus()
      how.onClick()
      notification.close()
    }
  } catch {
    // Some phones allow them from service workers only.
  }
}
