import type { Message, MessageListItem, MessageWith } from '@inlet/client'
import { untrusted } from './untrusted.ts'

/** Mails of a list, a line of JSON each. */
export function describeList(mails: readonly MessageListItem[]): string {
  const lines = mails.map(({ id, receivedAt, fromAddr, fromName, subject, otpCode, preview }) =>
    JSON.stringify({ id, receivedAt, fromAddr, fromName, subject, otpCode, preview }),
  )
  return untrusted(lines.join('\n'))
}

/** A mail with its text, links and the names of its files. */
export function describeMail({ textBody, links, attachments, ...mail }: MessageWith<'links' | 'attachments'>): string {
  const files = attachments.map(({ filename, contentType, sizeBytes }) => ({ filename, contentType, sizeBytes }))
  const { id, receivedAt, fromAddr, fromName, toAddr, subject, otpCode, tags } = mail
  const facts = { id, receivedAt, fromAddr, fromName, toAddr, subject, otpCode, tags, files, links }
  return untrusted(`${JSON.stringify(facts, null, 2)}\n\n${textBody}`)
}

/** The code of a mail, and where it comes from. */
export function describeCode({ otpCode, id, receivedAt, fromAddr, fromName, subject }: Message): string {
  const source = untrusted(JSON.stringify({ messageId: id, receivedAt, fromAddr, fromName, subject }))
  return `The code is ${otpCode}. It comes from this mail:\n${source}`
}
