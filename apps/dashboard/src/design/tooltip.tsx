import { Tooltip as Radix } from 'radix-ui'
import { type FocusEvent, type ReactElement, useRef, useState } from 'react'

/** One for the page: it keeps the delay of all tooltips. */
export const TooltipProvider = Radix.Provider

interface TooltipProps {
  text: string
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** Whether it is but the name of its element, and so of use to a mouse and a keyboard alone. */
  isLabel?: boolean
  /** A single element that takes a ref and can have the focus. */
  children: ReactElement
}

/** A focus that a tap leads to, or that comes back to a button when what a tap opened is closed: a touch screen would keep the label over the page. */
function keepClosedWithoutKeyboard(event: FocusEvent<HTMLElement>): void {
  if (!event.currentTarget.matches(':focus-visible')) event.preventDefault()
}

/** A short text beside an element while it is pointed at or focused. It never holds what is nowhere else, but for the reason of a refusal. */
export function Tooltip({ text, side = 'top', isLabel = false, children }: TooltipProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  // A screen reader that goes from landmark to landmark comes by what is shown in them. A dialog would cut it off.
  const [landmark, setLandmark] = useState<HTMLElement | null>(null)
  return (
    <Radix.Root
      onOpenChange={(isOpen) =>
        isOpen && setLandmark(trigger.current?.closest<HTMLElement>('main, aside, header') ?? null)
      }
    >
      <Radix.Trigger ref={trigger} asChild onFocus={isLabel ? keepClosedWithoutKeyboard : undefined}>
        {children}
      </Radix.Trigger>
      <Radix.Portal container={landmark}>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-72 animate-appear rounded-md bg-primary px-2 py-1 text-on-primary text-xs shadow-lift"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
