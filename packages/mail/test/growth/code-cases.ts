import { showsPrices } from '../../src/one-time-code/candidates/amounts.ts'
import { findCandidates } from '../../src/one-time-code/candidates/find-candidates.ts'
import { findSpelledCodes } from '../../src/one-time-code/candidates/spelled-codes.ts'
import { extractOneTimeCode } from '../../src/one-time-code/extract-one-time-code.ts'
import { findKeywords } from '../../src/one-time-code/keywords/find-keywords.ts'
import { textBody, viewOf } from '../../src/one-time-code/view/mail-view.ts'
import { normalText } from '../../src/one-time-code/view/normal-text.ts'
import { codeWords, type GrowthCase, work } from './growth-case.ts'

/** The functions that read one-time codes. */
export const codeCases: Record<string, GrowthCase> = {
  'one-time-code/candidates/amounts.ts showsPrices': { reads: { text: showsPrices }, words: codeWords },
  'one-time-code/extract-one-time-code.ts extractOneTimeCode': {
    reads: {
      text: (text) => extractOneTimeCode({ subject: 'Your verification code', text }),
      receipt: (text) =>
        extractOneTimeCode({ subject: 'Receipt', text: `Authorization code: 482913\nTotal $5.00\n${text}` }),
      subject: (text) => extractOneTimeCode({ subject: text, text: `${text}, 482913` }),
      numbers: (text) => extractOneTimeCode({ subject: '482913 '.repeat(140), text }),
      html: (text) => extractOneTimeCode({ subject: 'Code', text: '', html: text }),
      token: (text) => extractOneTimeCode({ subject: 'Code 482913', text: '', otpTokenHeader: text }),
    },
    words: codeWords,
  },
  'one-time-code/candidates/find-candidates.ts findCandidates': {
    reads: { text: (text) => findCandidates(text, work) },
    words: codeWords,
  },
  'one-time-code/keywords/find-keywords.ts findKeywords': {
    reads: { text: (text) => findKeywords(normalText(text).folded, work) },
    words: codeWords,
  },
  'one-time-code/view/mail-view.ts textBody': { reads: { text: textBody }, words: ['> ', '>', '\n'] },
  'one-time-code/view/mail-view.ts viewOf': {
    reads: { text: (text) => viewOf(text, textBody(text)) },
    words: codeWords,
  },
  'one-time-code/view/normal-text.ts normalText': { reads: { text: normalText }, words: ['𝟒', '\u3099', 'ﷺ'] },
  'one-time-code/candidates/spelled-codes.ts findSpelledCodes': {
    reads: { text: (text) => findSpelledCodes(text, work) },
    words: ['4 ', '[4]', '4\t'],
  },
}
