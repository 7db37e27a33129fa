import { type LucideIcon, MoreHorizontal } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { type ReactElement, type ReactNode, useState } from 'react'
import { classes } from './classes.ts'
import { IconButton } from './icon-button.tsx'

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement
  align?: 'start' | 'end'
  side?: 'top' | 'bottom'
  className?: string
  children: ReactNode
}

/** A menu. It is beside its button in the document, and so in the same landmark or dialog. */
export function Menu({ trigger, align = 'end', side = 'bottom', className, children }: MenuProps) {
  // Every row of a list has one: while it is closed there is nothing of it but its button.
  const [isOpen, setIsOpen] = useState(false)
  return (
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={setIsOpen}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      {isOpen && (
        <DropdownMenu.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className={classes(
            'z-50 max-h-[min(60vh,24rem)] min-w-44 max-w-[min(18rem,calc(100vw-1rem))] animate-appear overflow-y-auto rounded-lg border border-line bg-raised p-1 text-left text-ink shadow-lift',
            className,
          )}
        >
          {children}
        </DropdownMenu.Content>
      )}
    </DropdownMenu.Root>
  )
}

/** The menu at the end of a list's row. */
export const RowMenu = ({ name, children }: { name: string; children: ReactNode }) => (
  <Menu trigger={<IconButton label={`Actions for ${name}`} icon={<MoreHorizontal aria-hidden />} />}>{children}</Menu>
)

const itemClasses =
  'flex w-full select-none items-center gap-2.5 rounded-md px-2 py-1.5 whitespace-nowrap text-left text-ui outline-none data-[highlighted]:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-faint'

interface MenuItemProps {
  icon?: LucideIcon
  isDangerous?: boolean
  /** Why it cannot be used; the reason stands below its name. */
  refusal?: string | null
  /** At its end, such as a tick or a shortcut. */
  end?: ReactNode
  onSelect: () => void
  children: ReactNode
}

/** An action in a menu. */
export function MenuItem({ icon: Icon, isDangerous = false, refusal = null, end, onSelect, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      aria-disabled={refusal !== null || undefined}
      onSelect={(event) => (refusal === null ? onSelect() : event.preventDefault())}
      className={classes(itemClasses, isDangerous && refusal === null && 'text-danger [&_svg]:text-danger!')}
    >
      {Icon && <Icon aria-hidden />}
      <span className="grid min-w-0 flex-1">
        <span className={classes('truncate', refusal !== null && 'text-faint')}>{children}</span>
        {refusal !== null && <span className="whitespace-normal text-faint text-xs">{refusal}</span>}
      </span>
      {end}
    </DropdownMenu.Item>
  )
}

export const MenuSeparator = () => <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-line" />

export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <DropdownMenu.Label className="px-2 py-1.5 text-faint text-xs">{children}</DropdownMenu.Label>
)
