import { clearTarget } from '../../src/action-link/click-trackers.ts'
import { createActionReader } from '../../src/action-link/extract-action-link.ts'
import { htmlToText } from '../../src/html/html-to-text.ts'
import type { GrowthCase } from './growth-case.ts'

const extractAction = createActionReader()
const facts = { subject: 'Verify your email', fromAddr: 'no-reply@shop.example', isBulk: false }
const link = 'https://shop.example/verify?token=4f9c1d2e7b8a6053'

const urlWords = [
  'https://',
  'https://x.awstrack.me/L0/',
  'https%3A',
  '/',
  '?q=',
  '&',
  '__',
  ';',
  '%2F',
  '#',
  '@',
  'verify',
  'a1B2',
]
const bodyWords = [
  ...[
    `${link} `,
    `<a href="${link}">`,
    '</a>',
    '<p>',
    'verify ',
    'if this was not you ',
    'valid for 10 minutes ',
    '\n',
    '> ',
  ],
  ...['From: a@b\n', 'Date: ', '----- ', '-----\n', '©', 'a', '1', '://', 'https://a/', '|', '\t'],
]

/** The functions that read the link for which a mail was sent. */
export const actionCases: Record<string, GrowthCase> = {
  'action-link/click-trackers.ts clearTarget': { reads: { url: clearTarget }, words: urlWords },
  'action-link/extract-action-link.ts createActionReader': {
    reads: {
      text: (text) => extractAction({ ...facts, text, html: null }),
      html: (text) => extractAction({ ...facts, text: '', html: htmlToText(text) }),
      around: (text) => extractAction({ ...facts, text: `${text} ${link} ${text}`, html: null }),
      label: (text) => extractAction({ ...facts, text: '', html: htmlToText(`<a href="${link}">${text}</a>`) }),
      url: (text) => extractAction({ ...facts, text: '', html: htmlToText(`<a href="https://${text}">Verify</a>`) }),
      path: (text) => extractAction({ ...facts, text: '', html: htmlToText(`<a href="${link}/${text}">Verify</a>`) }),
      subject: (text) => extractAction({ ...facts, subject: text, text: link, html: null }),
      sender: (text) => extractAction({ ...facts, fromAddr: text, text: link, html: null }),
    },
    words: [...bodyWords, ...urlWords],
  },
}
