import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Icon, type IconName } from './icon.tsx'

interface MenuProps {
  /** The name of the button that opens it. */
  label: string
  icon: IconName
  children: ComponentChildren
}

/** A button that shows a list of things to do; a click elsewhere, Escape, or one of them closes it. */
export function Menu({ label, icon, children }: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const close = () => details.current?.removeAttribute('open')
    const onPointer = ({ target }: Event) => {
      if (target instanceof Node && !details.current?.contains(target)) close()
    }
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !details.current?.open) return
      close()
      details.current.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', onPointer)
    document.addEventListener('focusin', onPointer)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPointer)
      document.removeEventListener('focusin', onPointer)
      document.removeEventListener('keydown', onKey)
    }
  }, [])

  const onClick = ({ target }: Event) => {
    if (target instanceof Element && target.closest('button, a')) details.current?.removeAttribute('open')
  }
  return (
    <details class="menu" ref={details}>
      <summary class="icon-button" aria-label={label} title={label}>
        <Icon name={icon} />
      </summary>
      {/* biome-ignore lint/a11y: the buttons inside are what is clicked, by the keyboard too; this only closes the list */}
      <div class="menu-list" onClick={onClick}>
        {children}
      </div>
    </details>
  )
}

/** One thing to do in a `Menu`. */
export function MenuItem({ icon, text, onClick }: { icon: IconName; text: string; onClick: () => void }) {
  return (
    <button type="button" class="menu-item" onClick={onClick}>
      <Icon name={icon} />
      <span>{text}</span>
    </button>
  )
}
