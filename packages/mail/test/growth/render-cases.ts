import { inlineImagesIn } from '../../src/render/inline-images.ts'
import { renderMail, renderText } from '../../src/render/render-mail.ts'
import { type GrowthCase, headWords, htmlWords, mail, styleWords } from './growth-case.ts'

const rendered = (before: string, after = '') => {
  return (text: string) =>
    renderMail({ textBody: '', htmlBody: before + text + after, images: new Map(), theme: 'auto' })
}
const plain = (text: string) => renderText({ textBody: text, htmlBody: '', theme: 'auto' })

/** The functions that make a mail into a page. */
export const renderCases: Record<string, GrowthCase> = {
  'render/render-mail.ts renderMail': {
    reads: {
      document: rendered(''),
      table: rendered('<table>'),
      tag: rendered('<p '),
      style: rendered('<p style="', '">x'),
      styles: rendered('<p style="color:', '">x'),
      backgrounds: rendered('<p style="background:', '">x'),
      sheet: rendered('<style>', '</style>x'),
      selector: rendered('<style>p', '{color:red}</style>x'),
      media: rendered('<style>@media ', '{p{color:red}}</style>x'),
      link: rendered('<a href="http://a.example/', '">x'),
      scheme: rendered('<a href="', '">x'),
      names: rendered('<p class="', '">x'),
      image: rendered('<img src="data:image/png;base64,', '">'),
      alt: rendered('<img alt="', '">'),
      language: rendered('<html lang="', '">x'),
      url: rendered('https://a.example/'),
    },
    words: [
      ...htmlWords,
      ...styleWords,
      ...[
        '<b>',
        '</b>',
        '<a>',
        '</a>',
        '<td>',
        '</table>',
        '<p id=1>',
        '<font color=red>',
        '<svg>',
        '<select>',
        '<form>',
        '<xx>',
        '</p>',
        'https://a.example/ ',
      ],
      ...['url(', '@media ', '{', '}', 'p,', '.a ', '#b', ':not(', '/*', '*/', '"', "'", ';', '!important'],
    ],
  },
  'render/render-mail.ts renderText': {
    reads: { text: plain, link: (text) => plain(`https://a.example/${text}`) },
    words: ['https://a.example/', 'http://', ' ', '\n', '\n \n', 'a', ')', '.'],
  },
  'render/inline-images.ts inlineImagesIn': {
    reads: {
      png: (text) => inlineImagesIn(mail('Content-Type: image/png\nContent-ID: <a>', text)),
      jpeg: (text) =>
        inlineImagesIn(
          mail('Content-Type: image/jpeg\nContent-ID: <a>\nContent-Transfer-Encoding: base64', `/9j/${text}`),
        ),
      many: (text) => inlineImagesIn(mail('Content-Type: multipart/mixed; boundary=b', text)),
    },
    words: [...headWords, '\n--b\nContent-ID: <a>\n\nGIF89a0000', 'AAAA', '/+AA'],
  },
}
