const needed = new EventTarget()

/** Calls back when a notice is to be shown, so that there is a place for it. */
export function onFirstToast(listener: () => void): () => void {
  needed.addEventListener('toast', listener)
  return () => needed.removeEventListener('toast', listener)
}

interface ToastOptions {
  /** A button in the notice, such as Undo. */
  action?: { label: string; onClick: () => void }
}

/** A notice that is not in the page yet cannot be closed: on a busy page sonner would show it after its end. */
const appearMs = 100

/** Shows a notice for a few seconds. @returns what closes it before */
export async function toast(
  kind: 'success' | 'error',
  text: string,
  { action }: ToastOptions = {},
): Promise<() => void> {
  needed.dispatchEvent(new Event('toast'))
  const sonner = await import('sonner')
  const id = sonner.toast[kind](text, { ...(action && { action }) })
  return () => void setTimeout(() => sonner.toast.dismiss(id), appearMs)
}
