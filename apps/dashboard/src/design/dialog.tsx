import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { returnFocus } from './return-focus.ts'

export interface DialogProps {
  onClose: () => void
  title: ReactNode
  /** Below the title; a screen reader says it when the dialog opens. */
  description?: ReactNode
  /** False where closing by a click beside it would lose what is shown once. */
  closesOutside?: boolean
  size?: 'small' | 'medium' | 'large'
  children: ReactNode
}

const widths = { small: 'sm:max-w-md', medium: 'sm:max-w-lg', large: 'sm:max-w-2xl' }

/** A dialog over the page, open while it is rendered; on a phone it comes from below. The focus goes in, stays in, and comes back. */
export function Dialog(props: DialogProps) {
  const { onClose, title, description, closesOutside = true, size = 'medium', children } = props
  return (
    <Radix.Root open onOpenChange={(open) => open || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-shade" />
        <Radix.Content
          {...(description === undefined && { 'aria-describedby': undefined })}
          onCloseAutoFocus={returnFocus}
          onInteractOutside={(event) => closesOutside || event.preventDefault()}
          className={`fixed z-40 flex max-h-[min(88dvh,46rem)] w-full animate-appear flex-col overflow-hidden border border-line bg-raised shadow-lift max-sm:inset-x-0 max-sm:bottom-0 max-sm:rounded-t-xl sm:top-[12vh] sm:left-1/2 sm:-translate-x-1/2 sm:rounded-xl ${widths[size]}`}
        >
          <div className="pt-4 pr-14 pl-5">
            <div className="grid gap-1">
              <Radix.Title className="font-semibold text-base">{title}</Radix.Title>
              {description !== undefined && (
                <Radix.Description className="text-muted text-ui">{description}</Radix.Description>
              )}
            </div>
          </div>
          {children}
          {/* The last in the order of the focus: the first field has it when the dialog opens. */}
          <Radix.Close asChild>
            <Button variant="quiet" aria-label="Close" className="absolute top-3 right-3 w-8 px-0">
              <X aria-hidden />
            </Button>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The content of a dialog; it scrolls where it is long. */
export const DialogBody = ({ children }: { children: ReactNode }) => (
  <div className="grid min-h-0 grid-cols-1 gap-4 overflow-y-auto px-5 py-4" tabIndex={-1}>
    {children}
  </div>
)

/** The buttons of a dialog, the main one last. */
export const DialogFooter = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap justify-end gap-2 border-line border-t bg-canvas px-5 py-3">{children}</div>
)
