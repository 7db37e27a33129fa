export { clearTarget } from './action-link/click-trackers.ts'
export type { MailAction } from './action-link/extract-action-link.ts'
export {
  inlineRawMaxBytes,
  type MailContent,
  type PackedMail,
  packContent,
  packMail,
  unpackContent,
} from './content/mail-content.ts'
export { malformedMail } from './content/malformed-mail.ts'
export type { EnvelopeFacts, MailFacts, OtpMeta, ParsedMail } from './content/parsed-mail.ts'
export { htmlToText, type RenderedHtml } from './html/html-to-text.ts'
export type { MailLink } from './html/link-collector.ts'
export { linksOf } from './html/links-of.ts'
export { decodePieces } from './mime/decode-pieces.ts'
export { rawField, subjectOf } from './mime/header-fields.ts'
export { mailBodies } from './mime/mail-bodies.ts'
export type { Attachment, LocatedFile } from './mime/mail-files.ts'
export {
  type AttachmentContent,
  attachmentContentsIn,
  attachmentFileIn,
  attachmentsIn,
  headersIn,
} from './mime/mail-parts.ts'
export { readMime } from './mime/read-mime.ts'
export type { CodeExplanation } from './one-time-code/explain-one-time-code.ts'
export {
  type CodeExtractor,
  type CodeReader,
  type CodeSource,
  createCodeReader,
  type OneTimeCode,
} from './one-time-code/extract-one-time-code.ts'
export { findKeywords } from './one-time-code/keywords/find-keywords.ts'
export { type KeywordKind, keywordKinds } from './one-time-code/keywords/keyword.ts'
export { languageFolder } from './one-time-code/keywords/language.ts'
export { loadLexicon } from './one-time-code/keywords/lexicon.ts'
export { PhraseAutomaton } from './one-time-code/keywords/phrase-automaton.ts'
export { featureNames } from './one-time-code/scoring/feature-table.ts'
export { TextNormalizer } from './one-time-code/view/normal-text.ts'
export { createMailParser, type MailParser } from './parse-mail.ts'
export { type InlineImages, inlineImagesIn } from './render/inline-images.ts'
export type { Theme } from './render/theme.ts'
export { previewOf } from './text/preview-of.ts'
export { foldForSearch, parseSearchQuery, searchTextOf } from './text/search-text.ts'
