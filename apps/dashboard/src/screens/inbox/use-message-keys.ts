import type { MessageListItem } from '@inlet/contract'
import { useCommands } from '../../shell/commands.tsx'
import type { Command } from '../../shell/watch-keys.ts'

interface MessageKeys {
  rows: readonly MessageListItem[]
  /** The message that is open, or chosen in the list. */
  currentId: string | undefined
  /** Why the user may not delete. */
  refusal: string | null
  onMove: (id: string) => void
  onOpen: (id: string) => void
  /** Null where none is open. */
  onClose: (() => void) | null
  onRemove: (id: string) => void
  /** Null where no deletion can be taken back. */
  onUndo: (() => void) | null
  onSearch: () => void
}

/** The keys of the list, which are commands of the palette too. */
export function useMessageKeys(keys: MessageKeys): void {
  const { rows, currentId, refusal, onMove, onOpen, onClose, onRemove, onUndo, onSearch } = keys
  const move = (by: 1 | -1) => {
    const at = rows.findIndex(({ id }) => id === currentId)
    const next = rows[at < 0 ? 0 : at + by]
    if (next) onMove(next.id)
  }
  const group = 'This page'
  const withCurrent = (run: (id: string) => void) => () => {
    if (currentId !== undefined) run(currentId)
  }
  const commands: Command[] = [
    { name: 'Next message', group, keys: 'j', run: () => move(1) },
    { name: 'Previous message', group, keys: 'k', run: () => move(-1) },
    { name: 'Open message', group, keys: 'Enter', run: withCurrent(onOpen) },
    { name: 'Search messages', group, keys: '/', run: onSearch },
  ]
  if (onClose) commands.push({ name: 'Close message', group, keys: 'u', run: onClose })
  if (refusal === null) commands.push({ name: 'Delete message', group, keys: 'e', run: withCurrent(onRemove) })
  if (onUndo) commands.push({ name: 'Undo deletion', group, keys: 'z', run: onUndo })
  useCommands(commands)
}
