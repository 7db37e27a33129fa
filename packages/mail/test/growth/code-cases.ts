import { showsPrices } from '../../src/one-time-code/candidates/amounts.ts'
import { findCandidates } from '../../src/one-time-code/candidates/find-candidates.ts'
import { createCodeReader } from '../../src/one-time-code/extract-one-time-code.ts'
import { findKeywords } from '../../src/one-time-code/keywords/find-keywords.ts'
import { loadLexicon } from '../../src/one-time-code/keywords/lexicon.ts'
import { textBody, viewOf, withPositions } from '../../src/one-time-code/view/mail-view.ts'
import { TextNormalizer } from '../../src/one-time-code/view/normal-text.ts'
import { PositionReader } from '../../src/one-time-code/view/text-positions.ts'
import { codeWords, type GrowthCase, work } from './growth-case.ts'

const { extract: extractOneTimeCode, explain } = createCodeReader()
const normalizer = new TextNormalizer()
const lexicon = loadLexicon(normalizer)
const positions = new PositionReader()

/** The functions that read one-time codes. */
export const codeCases: Record<string, GrowthCase> = {
  'one-time-code/candidates/amounts.ts showsPrices': {
    reads: { text: (text) => showsPrices(text, lexicon.patterns) },
    words: codeWords,
  },
  'one-time-code/extract-one-time-code.ts createCodeReader': {
    reads: {
      text: (text) => extractOneTimeCode({ subject: 'Your verification code', text }),
      receipt: (text) =>
        extractOneTimeCode({ subject: 'Receipt', text: `Authorization code: 482913\nTotal $5.00\n${text}` }),
      subject: (text) => extractOneTimeCode({ subject: text, text: `${text}, 482913` }),
      numbers: (text) => extractOneTimeCode({ subject: '482913 '.repeat(140), text }),
      html: (text) => extractOneTimeCode({ subject: 'Code', text: '', html: text }),
      explained: (text) => explain({ subject: 'Code', text }),
      token: (text) => extractOneTimeCode({ subject: 'Code 482913', text: '', otpTokenHeader: text }),
    },
    words: codeWords,
  },
  'one-time-code/candidates/find-candidates.ts findCandidates': {
    reads: { text: (text) => findCandidates(viewOf('', textBody(text), normalizer), { lexicon, work }) },
    words: [...codeWords, '4 ', '[4]', '4\t', '12 Pier Street, ', '4821  12  7\n'],
  },
  'one-time-code/keywords/find-keywords.ts findKeywords': {
    reads: {
      text: (text) => {
        const { plain, folded } = normalizer.normalize(text)
        const phrases = lexicon.automaton.in(folded)
        findKeywords({ plain, phrases, spans: [{ start: 0, end: text.length }] }, lexicon.patterns, work)
      },
    },
    words: codeWords,
  },
  'one-time-code/view/mail-view.ts textBody': { reads: { text: textBody }, words: ['> ', '>', '\n', 'a  b  c\n'] },
  'one-time-code/view/mail-view.ts viewOf': {
    reads: { text: (text) => viewOf(text, textBody(text), normalizer) },
    words: codeWords,
  },
  'one-time-code/view/mail-view.ts withPositions': {
    reads: {
      text: (text) => {
        const view = viewOf('', textBody(text), normalizer)
        return withPositions(view, [{ start: 0, end: view.plain.length }], positions)
      },
      afar: (text) => {
        const view = viewOf('', textBody(text), normalizer)
        return withPositions(view, [{ start: view.plain.length - 1, end: view.plain.length }], positions)
      },
    },
    words: ['. ', '\n- ', '\n\n', '\t'],
  },
  'one-time-code/view/normal-text.ts TextNormalizer': {
    reads: { text: (text) => normalizer.normalize(text) },
    words: ['𝟒', '\u3099', 'ﷺ'],
  },
}
