import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { t } from '../languages/language.ts'
import { IconButton } from './button.tsx'

interface DialogProps {
  title: string
  onClose: () => void
  children: ComponentChildren
}

/** A dialog over the page: the browser keeps the focus inside, closes it on Escape and gives the focus back. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  const onClick = (event: MouseEvent) => {
    // Its padding is inside of it: what has the dialog itself as target is the backdrop.
    if (event.target === dialog.current) onClose()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, by the browser
    <dialog ref={dialog} aria-labelledby={titleId} onClose={onClose} onClick={onClick}>
      <div class="dialog-content">
        <header class="dialog-header">
          <h2 id={titleId}>{title}</h2>
          <IconButton icon="close" label={t('close')} onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  )
}
