import { InletError } from './errors.ts'
import type { MessageFilter, MessageListItem } from './types.ts'

const shownMails = 10
const shownChars = 80

interface Timeout {
  address: string
  timeoutMs: number
  filter: MessageFilter
  /** What the wait is for, where the filter does not say it. */
  wish: string | undefined
  /** What came since the inbox's position, oldest first; null where that could not be read. */
  received: readonly MessageListItem[] | null
  /** The ids of what earlier waits have returned. */
  returned: ReadonlySet<string>
  /** Whether the inbox had messages at its position. */
  hadMessages: boolean
  cause?: unknown
}

/** Why a wait for a mail has failed, for the report of the test. */
export function describeTimeout({ address, timeoutMs, filter, wish, received, cause, ...seen }: Timeout): string {
  const wished = describeFilter(filter, wish)
  const first = `${['No mail', wished].filter(Boolean).join(' ')} came to ${address} within ${timeoutMs / 1000} s.`
  const failed = cause instanceof InletError ? `The last call failed: ${cause.message}` : ''
  return [first, received ? describeReceived(received, wished, seen) : '', failed].filter(Boolean).join(' ')
}

function describeReceived(
  received: readonly MessageListItem[],
  wished: string,
  { returned, hadMessages }: Pick<Timeout, 'returned' | 'hadMessages'>,
): string {
  const others = received.filter(({ id }) => !returned.has(id))
  const taken = received.length - others.length
  const sentences = [
    others.length === 0 ? '' : `${count(others.length)} came, none ${wished || 'that fits'}: ${describeMails(others)}.`,
    taken === 0 ? '' : `${count(taken)} came that other waits of this inbox have returned.`,
    received.length > 0 || hadMessages ? '' : 'Nothing has ever come.',
    received.length > 0 || !hadMessages
      ? ''
      : 'What was there before does not count: call inlet.inbox(address) before the step that sends the mail.',
  ]
  return sentences.filter(Boolean).join(' ')
}

const count = (mails: number) => (mails === 1 ? '1 mail' : `${mails} mails`)

/** A filter in words, to stand behind "none"; empty where every mail fits. */
function describeFilter(
  { from, subject, tag, text, hasCode, hasAction }: MessageFilter,
  wish: string | undefined,
): string {
  const conditions = [
    from === undefined ? '' : `from ${from}`,
    hasCode ? 'with a code' : '',
    hasAction ? 'with an action' : '',
    wish ?? '',
    subject === undefined ? '' : `with ${quote(subject)} in the subject`,
    text === undefined ? '' : `with ${quote(text)} in the text`,
    // A wait for a link asks for this tag by itself.
    tag === undefined || (wish !== undefined && tag === 'link') ? '' : `with the tag ${tag}`,
  ]
  return conditions.filter(Boolean).join(', ')
}

/** Subjects and senders, a few of them. */
export function describeMails(mails: readonly MessageListItem[]): string {
  const shown = mails.slice(0, shownMails).map(({ subject, fromAddr, otpCode }) => {
    return `${quote(subject)} from ${fromAddr || 'nobody'}${otpCode === null ? '' : ', with a code'}`
  })
  const rest = mails.length - shown.length
  return [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ')
}

/** One line, whatever a stranger's subject has in it. */
const quote = (text: string) => JSON.stringify(text.length > shownChars ? `${text.slice(0, shownChars)}…` : text)
