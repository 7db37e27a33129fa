export { inlineRawMaxBytes, type MailContent, packContent, unpackContent } from './content/mail-content.ts'
export { type PackedMail, packMail } from './content/pack-mail.ts'
export { htmlToText, type RenderedHtml } from './html/html-to-text.ts'
export type { MailLink } from './html/link-collector.ts'
export { linksOf } from './html/links-of.ts'
export { type AttachmentContent, attachmentContentsIn, attachmentsIn, headersIn } from './mail-parts.ts'
export { malformedMail } from './malformed-mail.ts'
export { rawField, subjectOf } from './mime/header-fields.ts'
export { mailBodies } from './mime/mail-bodies.ts'
export { readMime } from './mime/read-mime.ts'
export {
  type CodeExtractor,
  type CodeSource,
  createCodeExtractor,
  type OneTimeCode,
} from './one-time-code/extract-one-time-code.ts'
export { createMailParser, type MailParser } from './parse-mail.ts'
export type { Attachment, MailEnvelope, MailFacts, OtpMeta, ParsedMail } from './parsed-mail.ts'
export { foldForSearch } from './text/fold-for-search.ts'
export { parseSearchQuery } from './text/parse-search-query.ts'
export { previewOf } from './text/preview-of.ts'
export { searchTextOf } from './text/search-text-of.ts'
