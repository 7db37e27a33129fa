import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement } from 'react'

/** One for the page: it keeps the delay of all tooltips. */
export const TooltipProvider = Radix.Provider

interface TooltipProps {
  text: string
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** A single element that takes a ref and can have the focus. */
  children: ReactElement
}

/** A short text beside an element while it is pointed at or focused. It never holds what is nowhere else, but for the reason of a refusal. */
export const Tooltip = ({ text, side = 'top', children }: TooltipProps) => (
  <Radix.Root>
    <Radix.Trigger asChild>{children}</Radix.Trigger>
    <Radix.Portal>
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
