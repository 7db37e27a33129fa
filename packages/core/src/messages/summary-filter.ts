import { AppError, type ListMessagesInput } from '@inlet/contract'
import { foldForSearch } from '@inlet/mail'
import type { MessageSummary } from './message-shapes.ts'
import { storedTag } from './plus-tag.ts'

type SummaryFilters = Pick<ListMessagesInput, 'from' | 'subject' | 'tag'>
type FilteredSummary = Pick<MessageSummary, 'fromAddr' | 'fromName' | 'subject' | 'tags'>

/**
 * A predicate for `from`, `subject` and `tag`, on what lists show of a message; null where none is given. Texts are compared folded, as
 * for `q`. @throws BAD_REQUEST `empty_filter` for a text of which folding leaves nothing, since that would match every message
 */
export function summaryFilter({ from, subject, tag }: SummaryFilters): ((summary: FilteredSummary) => boolean) | null {
  const conditions: ((summary: FilteredSummary) => boolean)[] = []
  if (tag !== undefined) {
    const wanted = storedTag(tag)
    conditions.push(({ tags }) => tags.includes(wanted))
  }
  if (subject !== undefined) {
    const part = foldedPart('subject', subject)
    conditions.push((summary) => foldForSearch(summary.subject).includes(part))
  }
  if (from !== undefined) {
    const part = foldedPart('from', from)
    conditions.push(({ fromName, fromAddr }) => foldForSearch(`${fromName} <${fromAddr}>`).includes(part))
  }
  return conditions.length === 0 ? null : (summary) => conditions.every((holds) => holds(summary))
}

function foldedPart(path: string, text: string): string {
  const part = foldForSearch(text)
  if (part !== '') return part
  throw AppError.of('empty_filter', { path, message: `${path} has no text to search for` })
}
