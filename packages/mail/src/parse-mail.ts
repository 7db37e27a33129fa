import { limits } from '@inlet/contract'
import { createActionReader } from './action-link/extract-action-link.ts'
import { isBulk, tagsOf } from './content/mail-tags.ts'
import { digestOf, type EnvelopeFacts, type ParsedMail } from './content/parsed-mail.ts'
import { htmlToText, type RenderedHtml } from './html/html-to-text.ts'
import { StyleReader } from './html/text-style.ts'
import { messageIdOf, rawField, senderOf, subjectOf } from './mime/header-fields.ts'
import { mailBodies } from './mime/mail-bodies.ts'
import { readMime } from './mime/read-mime.ts'
import { createCodeReader } from './one-time-code/extract-one-time-code.ts'
import { limitGuesses } from './text/charset-of.ts'
import { cleanText, cutUtf8 } from './text/clean-text.ts'
import { previewOf } from './text/preview-of.ts'
import { searchTextOf } from './text/search-text.ts'
import { urlsIn } from './text/urls-in.ts'

const webLink = /\bhttps?:\/\/[^\s]/i
const hasLink = (text: string): boolean => webLink.test(text) || urlsIn(text).length > 0

/**
 * Parses a raw mail (RFC 5322, MIME): at most its first 10 MiB, each body cut to `limits.bodyMaxBytes`; a mail that was cut is tagged
 * `truncated`. Any bytes are accepted: time is linear in their length, also for hostile mails, but the caller sets the deadline.
 * @throws Error if the mail breaks a parsing limit (1,000 header fields, depth 32); its text contains nothing of the mail
 */
export type MailParser = (raw: Buffer, envelope: EnvelopeFacts) => ParsedMail

/** Makes a parser. It caches words, characters and styles, but nothing else of a mail; a thread makes one and reuses it. */
export function createMailParser(): MailParser {
  const { extract: extractCode } = createCodeReader()
  const extractAction = createActionReader()
  const styles = new StyleReader()

  const parse: MailParser = (raw, envelope) => {
    const mime = readMime(raw)
    const { text, html } = mailBodies(mime.root)
    const rendered: RenderedHtml | null = html === null ? null : htmlToText(html, { styles })
    const subject = subjectOf(mime.fields)
    const otp = extractCode({
      subject,
      text: text ?? '',
      html: rendered ?? undefined,
      otpTokenHeader: rawField(mime.fields, 'otp-token') ?? undefined,
    })

    const bodies = keptBodies({ text, html, rendered })
    const visibleText = cleanText(rendered?.text || bodies.textBody)
    const messageId = messageIdOf(mime.fields)
    const sender = senderOf(mime.fields, envelope.mailFrom)
    const action = extractAction({
      subject,
      fromAddr: sender.fromAddr,
      text: bodies.textBody,
      html: rendered,
      isBulk: isBulk(mime.fields),
    })
    return {
      messageId,
      digest: digestOf(messageId, raw),
      ...sender,
      subject,
      preview: previewOf(visibleText),
      textBody: bodies.textBody,
      htmlBody: bodies.htmlBody,
      searchText: searchTextOf(subject, visibleText),
      otpCode: otp?.code ?? null,
      otpMeta: otp && { score: otp.score, view: otp.view, reason: otp.reason },
      action,
      tags: tagsOf({
        fields: mime.fields,
        root: mime.root,
        envelope,
        fromAddr: sender.fromAddr,
        attachments: mime.attachments,
        hasCode: otp !== null,
        action: action?.kind ?? null,
        hasLink: rendered?.hasLink || hasLink(bodies.textBody),
        isCut: mime.isCut || bodies.isCut,
      }),
      attachments: mime.attachments,
      sizeBytes: raw.length,
    }
  }
  return (raw, envelope) => limitGuesses(() => parse(raw, envelope))
}

interface KeptBodies {
  textBody: string
  htmlBody: string
  isCut: boolean
}

function keptBodies({
  text,
  html,
  rendered,
}: {
  text: string | null
  html: string | null
  rendered: RenderedHtml | null
}): KeptBodies {
  const wholeText = cleanText(text ?? rendered?.text ?? '')
  const wholeHtml = cleanText(html ?? '')
  const textBody = cutUtf8(wholeText, limits.bodyMaxBytes)
  const htmlBody = cutUtf8(wholeHtml, limits.bodyMaxBytes)
  const isRenderCut = text === null && rendered?.isCut === true
  return {
    textBody,
    htmlBody,
    isCut: isRenderCut || textBody.length < wholeText.length || htmlBody.length < wholeHtml.length,
  }
}
