import { computed, signal } from '@preact/signals'
import { toApiError } from '../api/api-error.ts'
import { clearInbox, deleteMessage } from '../api/public-api.ts'
import { errorText } from '../languages/error-text.ts'
import { t } from '../languages/language.ts'
import { closeNotice, showNotice } from '../state/notices.ts'
import { accessTo } from '../state/visitor.ts'

/** Messages that are hidden until they are deleted, or back again. */
interface Deletion {
  address: string
  ids: readonly string[]
  /** All that the inbox holds, on pages that are not loaded too; null where it is one message. */
  wholeInbox: WholeInbox | null
  timer: number
  noticeId: number
}

interface WholeInbox {
  /** Whether the inbox may hold messages that the visitor has not seen when clearing it. */
  hasOthers: () => boolean
  onCleared: () => void
}

const undoMs = 5000

const pending = signal<readonly Deletion[]>([])
const deleted = signal<ReadonlySet<string>>(new Set())

/** The messages that are not shown, because they are deleted or will be. */
export const hiddenMessages = computed(() => new Set([...pending.value.flatMap(({ ids }) => ids), ...deleted.value]))

/** Deletes a message, after a time in which the visitor can take it back. */
export function deleteLater(address: string, id: string): void {
  begin(t('messageDeleted'), { address, ids: [id], wholeInbox: null })
}

/** The same for all messages of an inbox; `ids` are those that the page shows. */
export function clearLater(address: string, ids: readonly string[], wholeInbox: WholeInbox): void {
  begin(t('inboxCleared'), { address, ids, wholeInbox })
}

function begin(text: string, what: Pick<Deletion, 'address' | 'ids' | 'wholeInbox'>): void {
  const deletion: Deletion = {
    ...what,
    timer: window.setTimeout(() => void carryOut(deletion, { isLast: false }), undoMs),
    noticeId: showNotice(text, { action: { label: t('undo'), run: () => take(deletion) } }),
  }
  pending.value = [...pending.value, deletion]
}

/** Ends the time of a deletion: its messages are shown again, unless they are deleted. */
function take(deletion: Deletion): void {
  clearTimeout(deletion.timer)
  closeNotice(deletion.noticeId)
  pending.value = pending.value.filter((each) => each !== deletion)
}

async function carryOut(deletion: Deletion, { isLast }: { isLast: boolean }): Promise<void> {
  const { address, ids, wholeInbox } = deletion
  const call = { access: accessTo(address), isLast }
  clearTimeout(deletion.timer)
  closeNotice(deletion.noticeId)
  try {
    // Clearing would also delete what has come since, which the visitor has not seen.
    if (wholeInbox && !wholeInbox.hasOthers()) {
      await clearInbox(address, call)
      wholeInbox.onCleared()
    } else await Promise.all(ids.map((id) => deleteOne(address, id, call)))
    deleted.value = new Set([...deleted.value, ...ids])
  } catch (thrown) {
    showNotice(errorText(toApiError(thrown)), { isError: true })
  }
  take(deletion)
}

async function deleteOne(address: string, id: string, call: Parameters<typeof deleteMessage>[2]): Promise<void> {
  await deleteMessage(address, id, call).catch((thrown: unknown) => {
    // Another visitor was faster.
    if (toApiError(thrown).status !== 404) throw thrown
  })
}

// A page that is closed within the five seconds deletes at once.
addEventListener('pagehide', () => {
  for (const deletion of pending.value) void carryOut(deletion, { isLast: true })
})
