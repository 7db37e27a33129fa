import { Command as Cmdk } from 'cmdk'
import { Search } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useRef } from 'react'
import { Kbd } from '../design/kbd.tsx'
import { returnFocus } from '../design/return-focus.ts'
import { useAllCommands } from './commands.tsx'
import { isTouchOnly } from './is-touch-only.ts'
import type { Command } from './watch-keys.ts'

const groups = ['This page', 'Go to', 'Services', 'Session'] as const

/** All commands of the moment, found by typing. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const commands = useAllCommands()()
  const chosen = useRef<Command | null>(null)
  return (
    <Radix.Root open onOpenChange={(open) => open || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-shade" />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            returnFocus(event)
            // Only now: as long as the palette is there it takes the focus back from where a command puts it.
            chosen.current?.run()
          }}
          className="fixed top-[12vh] left-1/2 z-50 w-[min(36rem,calc(100vw-1.5rem))] -translate-x-1/2 animate-appear overflow-hidden rounded-xl border border-line bg-raised shadow-lift"
        >
          <Radix.Title className="sr-only">Commands</Radix.Title>
          <Cmdk label="Commands" loop>
            <div className="flex items-center gap-2.5 border-line border-b px-4">
              <Search aria-hidden className="size-4 shrink-0 text-faint" />
              <Cmdk.Input
                placeholder="What do you want to do?"
                className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none sm:text-sm"
              />
            </div>
            <Cmdk.List className="max-h-[min(24rem,60vh)] scroll-py-1 overflow-y-auto p-1.5">
              <Cmdk.Empty className="px-3 py-8 text-center text-muted text-ui">No command has this name.</Cmdk.Empty>
              {groups.map((group) => {
                const found = commands.filter((each) => each.group === group && !each.isHidden)
                if (found.length === 0) return null
                return (
                  <Cmdk.Group
                    key={group}
                    heading={group}
                    className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-faint [&_[cmdk-group-heading]]:text-xs"
                  >
                    {found.map((command) => (
                      <Cmdk.Item
                        key={command.name}
                        value={`${group} ${command.name}`}
                        onSelect={() => {
                          chosen.current = command
                          onClose()
                        }}
                        className="flex cursor-pointer items-center gap-2 rounded-md px-2.5 py-2 text-ui data-[selected=true]:bg-hover"
                      >
                        <span className="min-w-0 flex-1 truncate">{command.name}</span>
                        {!isTouchOnly() && command.keys?.split(' ').map((key) => <Kbd key={key}>{key}</Kbd>)}
                      </Cmdk.Item>
                    ))}
                  </Cmdk.Group>
                )
              })}
            </Cmdk.List>
          </Cmdk>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
