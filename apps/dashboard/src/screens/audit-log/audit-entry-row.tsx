import type { AuditEntry } from '@inlet/contract'
import { DateTime } from '../../design/date-time.tsx'
import { Cell, Row } from '../../design/table.tsx'
import { inOrder } from '../../design/visible-text.ts'
import { actionWords } from './action-words.ts'
import { actorWords } from './actor-words.ts'

/** An entry in the list. Names are texts of strangers in any script. */
export function AuditEntryRow({ entry, onOpen }: { entry: AuditEntry; onOpen: () => void }) {
  const { action, target, note, ip, at } = entry
  const actor = actorWords(entry.actor)
  const what = inOrder(target.name ?? note ?? '')
  return (
    <Row>
      <Cell isHead className="max-sm:w-full max-sm:max-w-0 sm:min-w-36 sm:max-w-72">
        <button
          type="button"
          onClick={onOpen}
          className="rounded-sm text-left font-medium underline-offset-4 hover:underline"
        >
          {actionWords(action)}
        </button>
        {what !== '' && (
          <span dir="auto" className="block truncate text-muted text-xs">
            {what}
          </span>
        )}
        <span className="block truncate text-faint text-xs sm:hidden">
          by <bdi>{actor}</bdi>
        </span>
      </Cell>
      <Cell className="max-w-56 max-sm:hidden">
        <span dir="auto" className="block truncate">
          {actor}
        </span>
      </Cell>
      <Cell className="whitespace-nowrap text-muted max-md:hidden">
        {ip ?? <span className="text-faint">None</span>}
      </Cell>
      <Cell className="text-right text-muted">
        <DateTime at={at} />
      </Cell>
    </Row>
  )
}
