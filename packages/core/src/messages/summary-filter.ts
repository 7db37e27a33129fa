import { AppError, type ListMessagesInput } from '@inlet/contract'
import { foldForSearch } from '@inlet/mail'
import { type MessageSummary, unpackSummary } from './message-summary.ts'

type Filters = Pick<ListMessagesInput, 'from' | 'subject' | 'tag'>

/**
 * Whether a message fits all of these filters, by its packed summary; null where there is none. Parts are compared folded, as `q` is.
 * @throws BAD_REQUEST `empty_filter` for a part of which folding leaves nothing, since that would fit every message
 */
export function summaryFilter({ from, subject, tag }: Filters): ((message: { summary: string }) => boolean) | null {
  const conditions: ((summary: MessageSummary) => boolean)[] = []
  if (tag !== undefined) conditions.push(({ tags }) => tags.includes(tag))
  if (subject !== undefined) {
    const part = foldedPart('subject', subject)
    conditions.push((summary) => foldForSearch(summary.subject).includes(part))
  }
  if (from !== undefined) {
    const part = foldedPart('from', from)
    conditions.push(({ fromName, fromAddr }) => foldForSearch(`${fromName} <${fromAddr}>`).includes(part))
  }
  if (conditions.length === 0) return null
  return (message) => {
    const summary = unpackSummary(message.summary)
    return conditions.every((holds) => holds(summary))
  }
}

function foldedPart(path: string, text: string): string {
  const part = foldForSearch(text)
  if (part !== '') return part
  throw AppError.of('empty_filter', { path, message: `Nothing to look for in ${path}` })
}
