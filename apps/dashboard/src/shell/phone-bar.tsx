import { Menu as MenuIcon, X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { IconButton } from '../design/icon-button.tsx'
import { inOrder } from '../design/visible-text.ts'
import { useService } from './service-context.tsx'
import { ServiceMark } from './service-switcher.tsx'

/** The bar of a narrow page, with the navigation in a drawer. */
export function PhoneBar({ children }: { children: (close: () => void) => ReactNode }) {
  const { name } = useService()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <header className="sticky top-0 z-20 flex h-12 items-center gap-2 border-line border-b bg-canvas px-3 md:hidden">
      <Radix.Root open={isOpen} onOpenChange={setIsOpen}>
        <Radix.Trigger asChild>
          <IconButton label="Navigation" icon={<MenuIcon aria-hidden />} />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Overlay className="fixed inset-0 z-30 bg-shade" />
          <Radix.Content
            aria-describedby={undefined}
            className="fixed inset-y-0 left-0 z-30 w-[min(18rem,85vw)] border-line border-r bg-canvas shadow-lift"
          >
            <Radix.Title className="sr-only">Navigation</Radix.Title>
            {children(close)}
            <Radix.Close asChild>
              <IconButton
                label="Close navigation"
                icon={<X aria-hidden />}
                className="absolute top-2 -right-11 bg-raised"
              />
            </Radix.Close>
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
      <ServiceMark name={name} />
      <span className="min-w-0 flex-1 truncate font-medium text-ui">{inOrder(name)}</span>
    </header>
  )
}
