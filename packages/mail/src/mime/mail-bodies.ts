import { inPieces } from '../text/clean-text.ts'
import type { Mailbox } from './address-list.ts'
import { readAddresses, subjectOf } from './header-fields.ts'
import type { HeaderFields } from './header-section.ts'
import type { MimePart } from './read-mime.ts'

/** The bodies of a mail before rendering and cutting; null where the mail has no body of that kind. */
export interface MailBodies {
  /** Also null where a part of the mail exists as HTML only, since the text would be incomplete. */
  text: string | null
  html: string | null
}

interface Block {
  text: string | null
  html: string | null
}

/** Joins the parts of a mail in their order; of `multipart/alternative` the last part of each kind counts (RFC 2046 §5.1.4). */
export function mailBodies(root: MimePart): MailBodies {
  return bodiesOf(blocksOf(root))
}

function bodiesOf(blocks: Block[]): MailBodies {
  const htmlParts = blocks.filter((block) => block.html !== null)
  const html =
    htmlParts.length === 0 ? null : blocks.map((block) => block.html ?? textAsHtml(block.text ?? '')).join('\n')
  const isTextComplete = blocks.length > 0 && blocks.every((block) => block.text !== null)
  return { text: isTextComplete ? blocks.map((block) => block.text).join('\n') : null, html }
}

function blocksOf(part: MimePart): Block[] {
  const forwarded = part.forwardedHeader ? [{ text: forwardedHeading(part.forwardedHeader), html: null }] : []
  if (part.children.length === 0) return [...forwarded, ...leafBlocks(part)]
  if (part.contentType !== 'multipart/alternative') return [...forwarded, ...part.children.flatMap(blocksOf)]

  const versions = part.children.map((child) => bodiesOf(blocksOf(child)))
  const text = versions.findLast((version) => version.text !== null)?.text ?? null
  const html = versions.findLast((version) => version.html !== null)?.html ?? null
  return text === null && html === null ? forwarded : [...forwarded, { text, html }]
}

function leafBlocks({ contentType, text }: MimePart): Block[] {
  if (text === null || text.trim() === '') return []
  return [contentType === 'text/html' ? { text: null, html: text } : { text, html: null }]
}

/** The lines that mail programs show above a forwarded message. */
function forwardedHeading(fields: HeaderFields): string {
  const [from] = readAddresses(fields, 'from')
  const date = new Date(fields.get('date') ?? '')
  const lines = [
    from ? `From: ${shownMailbox(from)}` : '',
    fields.get('subject') ? `Subject: ${subjectOf(fields)}` : '',
    Number.isNaN(date.getTime()) ? '' : `Date: ${date.toUTCString()}`,
  ]
  return `${lines.filter((line) => line !== '').join('\n')}\n`
}

const shownMailbox = ({ name, address }: Mailbox): string =>
  name !== '' && address !== '' ? `${name} <${address}>` : name || address

function textAsHtml(text: string): string {
  return `<div style="white-space:pre-wrap">${inPieces(text, escaped)}</div>`
}

/** `replaceAll` would make a string of many small pieces, one for each match: 200 MB of heap for 4 MB of `&`. */
const escaped = (piece: string): string =>
  piece.split('&').join('&amp;').split('<').join('&lt;').split('>').join('&gt;')
